package io.patchboard.kernel;

import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.HistoryEntry;
import io.patchboard.kernel.state.HistoryEntry.Kind;
import io.patchboard.record.LogEntry;
import java.util.HashSet;
import java.util.Set;

/** A board's history in memory, fed with the entries of its log. */
public final class SeenIds implements History {

    private final Set<HistoryEntry> facts = new HashSet<>();

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
