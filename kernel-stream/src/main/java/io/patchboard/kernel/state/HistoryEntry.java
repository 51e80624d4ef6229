package io.patchboard.kernel.state;

import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.CommandOutcome;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decided;
import io.patchboard.record.EndEvent;
import io.patchboard.record.Event;
import io.patchboard.record.OwnEvent;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.ProposalKey;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Requested;
import io.patchboard.record.Stage;
import io.patchboard.record.UnknownEvent;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One fact that a board's {@link History} remembers.
 *
 * @param kind which kind of id
 * @param id of a proposal, its {@link ProposalKey} as text
 */
public record HistoryEntry(Kind kind, String id) {

    /** Kinds of ids, each with a prefix of its own in the index. */
    public enum Kind {
        PROPOSAL("p"),
        COMMAND("c"),
        ANSWERED("a"),
        EXPIRED("e"),
        SUPERSEDED("s");

        private final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }

        /** The key of an id of this kind in an index. */
        public String key(String id) {
            return prefix + ":" + id;
        }
    }

    public String key() {
        return kind.key(id);
    }

    /** What is to be remembered of an event. */
    public static List<HistoryEntry> of(Event event) {
        List<HistoryEntry> facts = new ArrayList<>();
        switch (event) {
            // It had its answer when it was held.
            case PatchCommitted committed when committed.held().isPresent() -> {}
            // Nobody has sent it.
            case PatchCommitted committed when committed.repeats().isPresent() -> {}
            case PatchRejected rejected when rejected.held().isPresent() -> {}
            case PatchHeld held when held.replaces().isPresent() -> {}
            case PatchCommitted committed -> {
                facts.add(proposal(ProposalKey.of(committed)));
                add(facts, Kind.ANSWERED, committed.invocationId());
            }
            case PatchRejected rejected -> {
                ProposalKey.of(rejected)
                        .filter(key -> isRemembered(rejected))
                        .map(HistoryEntry::proposal)
                        .ifPresent(facts::add);
                add(facts, rejected.stage() == Stage.TIMEOUT ? Kind.EXPIRED : Kind.ANSWERED, rejected.invocationId());
            }
            case CommandRejected rejected ->
                add(facts, Kind.COMMAND, rejected.commandId().filter(id -> isRemembered(rejected)));
            case BoardRestored restored -> {
                add(facts, Kind.COMMAND, restored.requested().map(Requested::commandId));
                restored.superseded().forEach(id -> facts.add(new HistoryEntry(Kind.SUPERSEDED, id)));
            }
            case BlueprintAmended amended -> {
                facts.add(new HistoryEntry(Kind.COMMAND, amended.commandId()));
                amended.superseded().forEach(id -> facts.add(new HistoryEntry(Kind.SUPERSEDED, id)));
            }
            case Decided decided -> add(facts, Kind.COMMAND, decided.requested().map(Requested::commandId));
            case CompensationStarted started ->
                add(facts, Kind.COMMAND, started.requested().map(Requested::commandId));
            // What somebody asked for had its outcome when it began.
            case BoardCancelled cancelled when cancelled.compensation().isPresent() -> {}
            case CommandOutcome done -> add(facts, Kind.COMMAND, Optional.of(done.commandId()));
            case PatchHeld held -> {
                facts.add(proposal(ProposalKey.of(held)));
                add(facts, Kind.ANSWERED, held.invocationId());
            }
            case WorkerInvoked invoked -> {}
            case OwnEvent own -> {}
            case EndEvent end -> {}
            case UnknownEvent unknown -> {}
        }
        return facts;
    }

    /** Not remembered is what was too old, since nobody knows any more whether its id had an outcome. */
    private static boolean isRemembered(RejectedEvent rejected) {
        return !rejected.rejection().is(RejectionCode.TOO_OLD)
                && !rejected.rejection().isOfNobody();
    }

    static HistoryEntry proposal(ProposalKey key) {
        return new HistoryEntry(Kind.PROPOSAL, key.toString());
    }

    private static void add(List<HistoryEntry> facts, Kind kind, Optional<String> id) {
        id.ifPresent(known -> facts.add(new HistoryEntry(kind, known)));
    }
}
