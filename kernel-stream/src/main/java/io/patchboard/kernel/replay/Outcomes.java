package io.patchboard.kernel.replay;

import io.patchboard.kernel.state.HistoryEntry;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.util.HashMap;
import java.util.Map;

/** That each request and each invocation has one outcome. It needs no state, so it goes on where a state is lost. */
final class Outcomes {

    private final Differences differences;
    private final Map<String, Long> outcomes = new HashMap<>();
    private final Map<String, Long> invoked = new HashMap<>();

    Outcomes(Differences differences) {
        this.differences = differences;
    }

    void accept(LogEntry entry) {
        if (entry.event() instanceof WorkerInvoked invocation) {
            once(invoked, invocation.invocationId(), entry, "invocationId", "one invocation of each id");
        }
        for (HistoryEntry fact : HistoryEntry.of(entry.event())) {
            switch (fact.kind()) {
                case PROPOSAL -> once(outcomes, fact.key(), entry, "proposalId", "one outcome of each proposal");
                case COMMAND -> once(outcomes, fact.key(), entry, "commandId", "one outcome of each command");
                case ANSWERED, EXPIRED, SUPERSEDED -> ended(fact.id(), entry);
            }
        }
        if (entry.event() instanceof CompensationStarted started) {
            started.abandonedInvocations().forEach(id -> ended(id, entry));
        }
        if (entry.event() instanceof EndEvent end) {
            end.abandonedInvocations().forEach(id -> ended(id, entry));
        }
    }

    private void ended(String invocationId, LogEntry entry) {
        if (!invoked.containsKey(invocationId)) {
            differences.add(
                    entry, "invocationId", "an outcome after its invocation", "none invoked as " + invocationId);
        }
        once(outcomes, "i:" + invocationId, entry, "invocationId", "one outcome of each invocation");
    }

    private void once(Map<String, Long> seen, String key, LogEntry entry, String field, String rule) {
        Long before = seen.putIfAbsent(key, entry.sequence());
        if (before != null) {
            differences.add(entry, field, rule, key.substring(key.indexOf(':') + 1) + " again, after #" + before);
        }
    }
}
