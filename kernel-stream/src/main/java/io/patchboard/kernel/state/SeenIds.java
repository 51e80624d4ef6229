package io.patchboard.kernel.state;

import io.patchboard.kernel.state.HistoryEntry.Kind;
import io.patchboard.record.LogEntry;
import java.util.HashSet;
import java.util.Set;

/** A board's history in memory, fed with the entries of its log. Not for several threads. */
public final class SeenIds implements History {

    private final Set<HistoryEntry> facts;

    public SeenIds() {
        this(Set.of());
    }

    private SeenIds(Set<HistoryEntry> facts) {
        this.facts = new HashSet<>(facts);
    }

    public SeenIds copy() {
        return new SeenIds(facts);
    }

    public void remember(LogEntry entry) {
        facts.addAll(HistoryEntry.of(entry));
    }

    @Override
    public boolean knowsProposal(String proposalId) {
        return facts.contains(new HistoryEntry(Kind.PROPOSAL, proposalId));
    }

    @Override
    public boolean knowsCommand(String commandId) {
        return facts.contains(new HistoryEntry(Kind.COMMAND, commandId));
    }

    @Override
    public InvocationEnd endOf(String invocationId) {
        if (facts.contains(new HistoryEntry(Kind.ANSWERED, invocationId))) {
            return InvocationEnd.ANSWERED;
        }
        return facts.contains(new HistoryEntry(Kind.EXPIRED, invocationId))
                ? InvocationEnd.EXPIRED
                : InvocationEnd.NONE;
    }
}
