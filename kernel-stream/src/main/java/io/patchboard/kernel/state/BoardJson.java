package io.patchboard.kernel.state;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.Fields;
import java.util.function.Function;

/** A board as one JSON value, for the store: each of its parts as that has it. */
public final class BoardJson {

    /** Version of this form, written into every value. */
    private static final long FORMAT = 1;

    private BoardJson() {}

    public static JsonObject write(Board board) {
        return JsonObject.builder()
                .put("format", FORMAT)
                .put("log", board.log().toJson())
                .put("present", board.present().toJson())
                .put("work", board.work().toJson())
                .put("memory", board.memory().toJson())
                .build();
    }

    /**
     * As it is stored. Numbers are spelled as in canonical JSON, for which a state knows its size ({@link BoardSize});
     * members keep their order, which people see in views.
     */
    public static byte[] bytes(Board board) {
        return CanonicalJson.bytesInOrder(write(board));
    }

    /**
     * The board as it was written.
     *
     * @param blueprints finds the compiled blueprint with a hash
     * @throws RuntimeException of any kind if it is none: what it says is of use to people, its class is not
     */
    public static Board read(JsonObject json, Function<String, Blueprint> blueprints) {
        Fields fields = new Fields(json);
        long format = fields.integer("format");
        if (format != FORMAT) {
            throw new IllegalArgumentException(
                    "Expected a stored board of format " + FORMAT + ", but got " + format + ".");
        }
        return new Board(
                fields.requiredRecord("log", BoardLog::read),
                fields.requiredRecord("present", present -> BoardState.read(present, blueprints)),
                fields.requiredRecord("work", work -> BoardWork.read(work, blueprints)),
                fields.requiredRecord("memory", BoardMemory::read));
    }

    /**
     * Whether a version that is still to come wrote it, so that it cannot be read.
     *
     * @throws io.patchboard.record.FieldException if it does not say what wrote it
     */
    public static boolean isNewer(JsonObject json) {
        return new Fields(json).integer("format") > FORMAT;
    }
}
