package io.patchboard.kernel.replay;

import java.util.function.Consumer;

/**
 * Something that is done to a log, and who must notice.
 *
 * @param what as {@code docs/log-and-hashes.md} has it
 * @param decide what asking every verdict again finds
 */
record Tampering(String what, Verdict replay, Verdict decide, Verdict audit, Consumer<TamperedLog> how) {

    enum Verdict {
        SILENT("–"),
        DIFFERS("differs"),
        UNVERIFIED("unverified");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    static Tampering seenByBoth(String what, Consumer<TamperedLog> how) {
        return new Tampering(what, Verdict.DIFFERS, Verdict.DIFFERS, Verdict.DIFFERS, how);
    }

    static Tampering seenByReplay(String what, Consumer<TamperedLog> how) {
        return new Tampering(what, Verdict.DIFFERS, Verdict.DIFFERS, Verdict.SILENT, how);
    }

    static Tampering seenByNobody(String what, Consumer<TamperedLog> how) {
        return new Tampering(what, Verdict.SILENT, Verdict.SILENT, Verdict.SILENT, how);
    }

    static Tampering seenByDeciding(String what, Consumer<TamperedLog> how) {
        return new Tampering(what, Verdict.SILENT, Verdict.DIFFERS, Verdict.SILENT, how);
    }

    String row() {
        return "| " + what + " | " + replay + " | " + decide + " | " + audit + " |";
    }
}
