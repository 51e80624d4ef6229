package io.patchboard.kernel.replay;

import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;

/**
 * A log entry as it was found.
 *
 * @param topic the topic's name without the prefix
 * @param json the entry as it came, with what this version does not know of it: the hash covers that, too
 * @param spelled the same where it came as JSON; else what was read of it, before anything was made of that
 */
public record Recorded(String topic, LogEntry entry, JsonObject json, JsonObject spelled) {

    private static final Topics NAMES = new Topics("");

    /** One that came as JSON. */
    public Recorded(String topic, LogEntry entry, JsonObject json) {
        this(topic, entry, json, json);
    }

    /** An entry as the kernel writes it. */
    public static Recorded of(LogEntry entry) {
        return new Recorded(NAMES.of(entry.event()), entry, entry.toJson());
    }

    /** Where the kernel writes such an entry. */
    String properTopic() {
        return NAMES.of(entry.event());
    }
}
