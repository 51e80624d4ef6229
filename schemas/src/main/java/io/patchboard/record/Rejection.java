package io.patchboard.record;

import io.patchboard.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Why something was rejected, for a worker that wants to do better.
 *
 * @param code the word of a {@link RejectionCode}, or the keyword of JSON Schema. Text, because logs of later versions
 *     have words that this one does not know
 * @param pointer JSON Pointer to the spot: into the state from stage APPLICATION on, into the record before
 * @param rule what was broken: a JSON Pointer into the schema, the name of an invariant; absent where there is none
 * @param message a sentence: what was expected, what was found, what to do
 */
public record Rejection(Stage stage, String code, String pointer, Optional<String> rule, String message) {

    /**
     * Rejections are kept, shown to workers and repeated in the log: what was sent does not decide how long they are.
     */
    private static final int MOST_CHARS = 4_000;

    public Rejection {
        pointer = shortened(pointer);
        rule = rule.map(Rejection::shortened);
        message = shortened(message);
    }

    /** Half a character, left at a cut here or where a part was quoted, must not change on its way through UTF-8. */
    private static String shortened(String text) {
        String cut = text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS) + "...";
        return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    public static Rejection of(RejectionCode code, String pointer, String message) {
        return of(code, pointer, Optional.empty(), message);
    }

    public static Rejection of(RejectionCode code, String pointer, Optional<String> rule, String message) {
        return new Rejection(code.stage(), code.word(), pointer, rule, message);
    }

    public boolean is(RejectionCode other) {
        return known().filter(other::equals).isPresent();
    }

    /**
     * Whether nobody could be told to have sent what was rejected so. It uses up no id: else a stranger could use up
     * that of what an author is about to send.
     */
    public boolean isOfNobody() {
        return is(RejectionCode.UNSIGNED) || is(RejectionCode.SIGNATURE);
    }

    /** Its code; absent for a keyword of JSON Schema, and for a word of a later version. */
    public Optional<RejectionCode> known() {
        return Word.find(RejectionCode.class, code).filter(found -> found.stage() == stage);
    }

    /** The same with no more than the beginning of its message. */
    public Rejection withMessageOf(int chars) {
        return message.length() <= chars
                ? this
                : new Rejection(stage, code, pointer, rule, message.substring(0, chars - 3) + "...");
    }

    /** @throws FieldException if a field is missing or the stage is unknown */
    public static Rejection read(Fields fields) {
        return new Rejection(
                fields.word("stage", Stage.class),
                fields.string("code"),
                fields.optionalString("pointer").orElse(""),
                fields.optionalString("rule"),
                fields.string("message"));
    }

    public JsonObject toJson() {
        return writeTo(JsonObject.builder()).build();
    }

    JsonObject.Builder writeTo(JsonObject.Builder builder) {
        return builder.put("stage", stage.name())
                .put("code", code)
                .put("pointer", pointer)
                .putStringIfPresent("rule", rule)
                .put("message", message);
    }
}
