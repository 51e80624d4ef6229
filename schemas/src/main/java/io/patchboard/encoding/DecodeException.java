package io.patchboard.encoding;

import io.patchboard.json.JsonObject;
import java.util.Optional;

/**
 * Bytes that are not a record of the contract, now or later.
 *
 * <p>Codes, for a rejection of stage {@code DECODE}:
 *
 * <ul>
 *   <li>{@code empty}: no bytes (a tombstone or an empty value)
 *   <li>{@code size}: more bytes than the limit
 *   <li>{@code encoding}: a first byte that announces no encoding, or a frame that is cut short
 *   <li>{@code json}: not JSON, or over a JSON limit; the pointer names a field where JSON text inside of Avro is meant
 *   <li>{@code avro}: not data of the schema that it names, or a schema that no record of the topic has
 *   <li>{@code schema-id}: a fingerprint or registry id that nobody knows
 *   <li>{@code field}: a field is missing or of the wrong type; the pointer names it
 * </ul>
 */
public final class DecodeException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final String pointer;
    private final transient Optional<JsonObject> json;
    private final transient JsonObject texts;

    public DecodeException(String code, String pointer, String message, Optional<JsonObject> json) {
        this(code, pointer, message, json, json.orElse(JsonObject.EMPTY));
    }

    private DecodeException(String code, String pointer, String message, Optional<JsonObject> json, JsonObject texts) {
        super(message);
        this.code = code;
        this.pointer = pointer;
        this.json = json;
        this.texts = texts;
    }

    static DecodeException of(String code, String message) {
        return new DecodeException(code, "", message, Optional.empty());
    }

    /** @param texts what could be read of the record's fields */
    static DecodeException of(String code, String message, JsonObject texts) {
        return new DecodeException(code, "", message, Optional.empty(), texts);
    }

    /** Short and stable, see above. */
    public String code() {
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
