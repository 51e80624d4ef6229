package io.patchboard.client.seal;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.SealedValue;
import java.time.Instant;
import java.util.List;

/** What is written under the id of a key: the key, and in the end why there is none. */
public sealed interface KeyEntry {

    String KEY = "key";
    String ERASED = "erased";

    /** The board that the key is for. */
    String board();

    /** Whom the values under it are about. */
    String subject();

    JsonObject toJson();

    /**
     * A key that opens something.
     *
     * @param key its bytes in base64url
     */
    record Live(String board, String subject, String key) implements KeyEntry {

        @Override
        public JsonObject toJson() {
            return head(this).put(KEY, key).build();
        }
    }

    /** One that was destroyed. */
    record Erased(String board, String subject, String by, Instant at, String reason) implements KeyEntry {

        @Override
        public JsonObject toJson() {
            return head(this)
                    .put(
                            ERASED,
                            JsonObject.builder()
                                    .put("by", by)
                                    .put("at", LogHeader.format(at))
                                    .put("reason", reason)
                                    .build())
                    .build();
        }

        /** What is shown in place of a value that it opened. */
        JsonObject inPlace() {
            return JsonObject.of("$erased", told());
        }

        private JsonObject told() {
            return JsonObject.builder()
                    .put("subject", subject)
                    .put("by", by)
                    .put("at", LogHeader.format(at))
                    .put("reason", reason)
                    .build();
        }

        /** What is said of a board, each erasure once. */
        public static JsonArray list(List<Erased> all) {
            return JsonArray.copyOf(all.stream().map(Erased::told).distinct().toList());
        }
    }

    private static JsonObject.Builder head(KeyEntry entry) {
        return JsonObject.builder().put("board", entry.board()).put("subject", entry.subject());
    }

    /** @throws FieldException if it is neither */
    static KeyEntry read(Json json) {
        if (!(json instanceof JsonObject object)) {
            throw new FieldException("", "Expected an object, but got " + json.typeName() + ".");
        }
        Fields fields = new Fields(object);
        String board = fields.string("board");
        String subject = fields.string("subject");
        if (!SealedValue.isSubject(subject)) {
            throw new FieldException("/subject", "Expected the name of a subject, but got another text.");
        }
        if (object.has(ERASED)) {
            return fields.requiredRecord(
                    ERASED, how -> new Erased(board, subject, how.string("by"), how.time("at"), how.string("reason")));
        }
        String key = fields.string(KEY);
        if (Aes.isKey(key)) {
            return new Live(board, subject, key);
        }
        throw new FieldException("/key", "Expected " + Aes.KEY_BYTES + " bytes in base64url, but got another text.");
    }
}
