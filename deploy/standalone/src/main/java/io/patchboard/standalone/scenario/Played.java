package io.patchboard.standalone.scenario;

import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What came of a scenario.
 *
 * @param log of its board
 * @param missed what was expected otherwise, a sentence each; empty where all is as expected
 */
public record Played(Scenario scenario, List<LogEntry> log, List<String> missed) {

    public boolean isAsExpected() {
        return missed.isEmpty();
    }

    /** The same, with a sentence before those that tell what was otherwise. */
    public Played after(String sentence) {
        return new Played(
                scenario,
                log,
                Stream.concat(Stream.of(sentence), missed.stream()).toList());
    }

    public int commits() {
        return Expected.of(PatchCommitted.class, log).size();
    }

    public int rejections() {
        return Expected.of(PatchRejected.class, log).size();
    }

    /** From the first entry to the last, by the board's clock. */
    public Duration lasted() {
        if (log.isEmpty()) {
            return Duration.ZERO;
        }
        Instant begun = log.get(0).header().time();
        return Duration.between(begun, log.get(log.size() - 1).header().time());
    }
}
