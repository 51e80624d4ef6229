package io.patchboard.json;

/**
 * Writes into the objects and arrays of a document which of its versions last changed them.
 *
 * <p>A part that has no version, 0, has not been changed since the document was last read from where it is stored. So
 * versions tell a reader what is surely older than something; nothing that is decided may depend on them.
 */
public final class Versions {

    private Versions() {}

    /** That which last changed an object or array; 0 if nobody knows, and for scalars. */
    public static long of(Json value) {
        if (value instanceof JsonObject object) {
            return object.version();
        }
        return value instanceof JsonArray array ? array.version() : 0;
    }

    /** The value as of a version, without looking into it. */
    public static Json mark(Json value, long version) {
        if (value instanceof JsonObject object) {
            return object.withVersion(version);
        }
        return value instanceof JsonArray array ? array.withVersion(version) : value;
    }

    /** The value as of a version, with all in it that has none. Costs what that weighs. */
    public static Json markAll(Json value, long version) {
        if (version == 0 || of(value) != 0) {
            return value;
        }
        if (value instanceof JsonObject object) {
            return object.markAll(version);
        }
        return value instanceof JsonArray array ? array.markAll(version) : value;
    }

    /** The same array, if there is nothing to mark. */
    static Json[] markAll(Json[] values, long version) {
        Json[] marked = values;
        for (int i = 0; i < values.length; i++) {
            Json value = markAll(values[i], version);
            if (value != values[i]) {
                marked = marked == values ? values.clone() : marked;
                marked[i] = value;
            }
        }
        return marked;
    }
}
