package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.state.HistoryEntry;
import io.patchboard.kernel.state.HistoryEntry.Kind;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.ProposalKey;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Holds what the topics say against what was sent. */
public final class CrashAudit {

    private final SortedMap<String, BoardFacts> boards = new TreeMap<>();
    private final List<String> proposals = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final Map<String, Integer> garbage = new TreeMap<>();
    private final Map<Stage, Integer> rejections = new TreeMap<>();
    private int entries;

    private CrashAudit() {}

    /** Reads the whole log, and fails where it is not dense, not a chain, or says something twice. */
    static CrashAudit of(SortedMap<String, List<LogEntry>> logs) {
        CrashAudit audit = new CrashAudit();
        logs.forEach((board, log) -> {
            BoardFacts facts = new BoardFacts(board);
            audit.boards.put(board, facts);
            for (LogEntry entry : log) {
                facts.accept(entry);
                audit.count(entry);
            }
        });
        return audit;
    }

    private void count(LogEntry entry) {
        entries++;
        if (entry.event() instanceof RejectedEvent rejected) {
            rejections.merge(rejected.stage(), 1, Integer::sum);
        }
        if (entry.event() instanceof PatchRejected rejected && rejected.stage() == Stage.DECODE) {
            garbage.merge(entry.boardId(), 1, Integer::sum);
        }
        ProposalKey.of(entry.event())
                .filter(proposal -> !isAboutWhatWasHeld(entry.event()))
                .ifPresent(proposal -> proposals.add(Ledger.key(entry.boardId(), proposal.proposalId())));
        for (HistoryEntry fact : HistoryEntry.of(entry.event())) {
            if (fact.kind() == Kind.COMMAND) {
                commands.add(Ledger.key(entry.boardId(), fact.id()));
            }
        }
    }

    /** Its proposal had been answered when it was held; that it has one verdict is for {@link BoardFacts} to see. */
    private static boolean isAboutWhatWasHeld(Event event) {
        return switch (event) {
            case PatchCommitted committed -> committed.held().isPresent();
            case PatchRejected rejected -> rejected.held().isPresent();
            case PatchHeld held -> held.replaces().isPresent();
            default -> false;
        };
    }

    /** Every request has one outcome, and there is none that nobody asked for. */
    void matches(Ledger ledger) {
        outcomes("proposals", ledger.proposals(), proposals);
        outcomes("commands", ledger.commands(), commands);
        assertThat(garbage).as("records that could not be read, by board").isEqualTo(ledger.garbage());
    }

    /** The same where others have sent requests, too. Those are for {@link Outcomes} to see. */
    public void covers(Ledger ledger) {
        assertThat(without(decidedOnce("proposals", proposals), ledger.proposals()))
                .as("proposals without an outcome")
                .isEmpty();
        assertThat(without(decidedOnce("commands", commands), ledger.commands()))
                .as("commands without an outcome")
                .isEmpty();
        assertThat(garbage).as("records that could not be read, by board").containsAllEntriesOf(ledger.garbage());
    }

    private static void outcomes(String what, Set<String> sent, List<String> decided) {
        Set<String> once = decidedOnce(what, decided);
        assertThat(without(once, sent)).as("%s without an outcome", what).isEmpty();
        assertThat(without(sent, once))
                .as("outcomes of %s that nobody sent", what)
                .isEmpty();
    }

    private static Set<String> decidedOnce(String what, List<String> decided) {
        assertThat(decided).as("outcomes of %s", what).doesNotHaveDuplicates();
        return new HashSet<>(decided);
    }

    /** Sets, as a list would be gone through for each of hundreds of thousands. */
    private static Set<String> without(Set<String> there, Set<String> wanted) {
        Set<String> missing = new TreeSet<>(wanted);
        missing.removeIf(there::contains);
        return missing;
    }

    /** By id, those that were created and those that were only spoken to. */
    public SortedMap<String, BoardFacts> boards() {
        return boards;
    }

    public int entries() {
        return entries;
    }

    Map<Stage, Integer> rejections() {
        return rejections;
    }
}
