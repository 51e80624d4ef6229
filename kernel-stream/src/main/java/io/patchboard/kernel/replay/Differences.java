package io.patchboard.kernel.replay;

import io.patchboard.record.LogEntry;
import java.util.ArrayList;
import java.util.List;

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

    List<Difference> all() {
        return List.copyOf(found);
    }
}
