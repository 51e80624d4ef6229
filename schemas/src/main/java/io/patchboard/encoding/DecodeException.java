package io.patchboard.encoding;

import io.patchboard.json.JsonObject;
import io.patchboard.record.RejectionCode;
import java.util.Optional;

/** Bytes that are not a record of the contract, now or later. */
public final class DecodeException extends Exception {

    private static final long serialVersionUID = 1L;

    private final RejectionCode code;
    private final String pointer;
    private final transient Optional<JsonObject> json;
    private final transient JsonObject texts;

    public DecodeException(RejectionCode code, String pointer, String message, Optional<JsonObject> json) {
        this(code, pointer, message, json, json.orElse(JsonObject.EMPTY));
    }

    private DecodeException(
            RejectionCode code, String pointer, String message, Optional<JsonObject> json, JsonObject texts) {
        super(message);
        this.code = code;
        this.pointer = pointer;
        this.json = json;
        this.texts = texts;
    }

    static DecodeException of(RejectionCode code, String message) {
        return new DecodeException(code, "", message, Optional.empty());
    }

    /** @param texts what could be read of the record's fields */
    static DecodeException of(RejectionCode code, String message, JsonObject texts) {
        return new DecodeException(code, "", message, Optional.empty(), texts);
    }

    /** Of stage {@link io.patchboard.record.Stage#DECODE}. */
    public RejectionCode code() {
        return code;
    }

    /** JSON Pointer to the spot in the record; empty for the record as a whole. */
    public String pointer() {
        return pointer;
    }

    /** The record, where only some of its fields are wrong. */
    public Optional<JsonObject> json() {
        return json;
    }

    /**
     * Of the record's fields, those that could be read and say who sent it; of {@link #json}, where that is present,
     * all.
     */
    public JsonObject texts() {
        return texts;
    }
}
