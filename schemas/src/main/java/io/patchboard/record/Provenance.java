package io.patchboard.record;

import java.util.List;
import java.util.Set;

/** What is to be known of who wrote a value. */
public enum Provenance implements Word {
    /** A worker that stands in where another failed. */
    DEGRADED;

    /** Of what is degraded, or is not. */
    public static Set<Provenance> of(boolean degraded) {
        return degraded ? Set.of(DEGRADED) : Set.of();
    }

    /** As log entries have them, in one order. */
    public static List<String> words(Set<Provenance> marks) {
        return marks.isEmpty()
                ? List.of()
                : marks.stream().sorted().map(Word::word).toList();
    }

    /** @throws RecordFormatException if there is no such word */
    static Set<Provenance> read(Fields fields) {
        return Set.copyOf(fields.words("marks", Provenance.class));
    }
}
