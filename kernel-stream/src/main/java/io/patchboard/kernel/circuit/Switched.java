package io.patchboard.kernel.circuit;

/**
 * A worker that rules invite in another one's place, since a detector said so.
 *
 * @param sequence of the log entry that said so
 * @param from who was invited before
 * @param rule whose matches are meant; empty for all rules
 * @param to who is invited now
 */
public record Switched(long sequence, String from, String rule, String to) implements Ring.Item {

    @Override
    public Footprint size() {
        return Footprint.ofItem(from, rule, to);
    }

    boolean isAbout(String worker, String ofRule) {
        return from.equals(worker) && (rule.isEmpty() || rule.equals(ofRule));
    }
}
