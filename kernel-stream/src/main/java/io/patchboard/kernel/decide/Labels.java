package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.Map;
import java.util.Optional;

/** Labels stand in every list of boards, so they are few and short. */
final class Labels {

    private static final int MOST = 16;
    private static final int MOST_CHARS = 63;

    private Labels() {}

    /** What is wrong with them. */
    static Optional<Rejection> refusal(Optional<Json> labels) {
        if (labels.isEmpty()) {
            return Optional.empty();
        }
        if (!(labels.get() instanceof JsonObject names)) {
            return refuse(
                    JsonPointer.ROOT,
                    "an object of names and strings, but got " + labels.get().typeName());
        }
        if (names.size() > MOST) {
            return refuse(JsonPointer.ROOT, "at most " + MOST + " labels, but got " + names.size());
        }
        for (Map.Entry<String, Json> label : names.members().entrySet()) {
            JsonPointer at = JsonPointer.ROOT.child(label.getKey());
            if (isUnfit(label.getKey(), 1)) {
                return refuse(at, "a label's name of 1 to " + MOST_CHARS + " printable characters, but got another");
            }
            if (!(label.getValue() instanceof JsonString text) || isUnfit(text.value(), 0)) {
                return refuse(at, "a string of at most " + MOST_CHARS + " printable characters, but got another value");
            }
        }
        return Optional.empty();
    }

    private static boolean isUnfit(String text, int least) {
        return text.length() < least
                || text.length() > MOST_CHARS
                || text.chars().anyMatch(Character::isISOControl);
    }

    private static Optional<Rejection> refuse(JsonPointer at, String message) {
        return Optional.of(
                Rejection.of(RejectionCode.LABELS, "/labels" + at, "Expected at /labels" + at + " " + message + "."));
    }
}
