package io.patchboard.standalone.sources;

import io.patchboard.json.JsonPointer;

/** An event of which a source cannot make what it should, now or later. */
public final class UnmappedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String place;

    UnmappedException(JsonPointer place, String message) {
        super(message);
        this.place = place.toString();
    }

    /** JSON Pointer to the spot in {@code sources.yaml} that it came to grief at. */
    public String place() {
        return place;
    }
}
