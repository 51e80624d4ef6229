package io.patchboard.kernel.replay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.record.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was found so far. */
final class Differences {

    private final List<Difference> found = new ArrayList<>();

    void add(LogEntry entry, String what, String expected, String is) {
        found.add(new Difference(entry.sequence(), what, expected, is));
    }

    void compare(LogEntry entry, String what, String computed, String claimed) {
        if (!computed.equals(claimed)) {
            add(entry, what, computed, claimed);
        }
    }

    /** By their hashes where they are long. */
    void compare(LogEntry entry, String what, Optional<? extends Json> computed, Optional<? extends Json> claimed) {
        if (!computed.equals(claimed)) {
            add(entry, what, text(computed), text(claimed));
        }
    }

    private static String text(Optional<? extends Json> value) {
        String text = value.map(Json::toString).orElse("none");
        return text.length() <= 200 ? text : "a value with the hash " + CanonicalJson.sha256(value.orElseThrow());
    }

    List<Difference> all() {
        return List.copyOf(found);
    }
}
