package io.patchboard.standalone.cli.replay;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.replay.Difference;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HistoryEntry;
import io.patchboard.record.EndEntry;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.read.LogRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rebuilds one board, and checks what a single fold does not see: that its sequence has no gap, that no request and no
 * invocation has two outcomes, and that a record holds nothing besides what its hash covers.
 */
final class BoardAudit {

    private final BoardReplay replay;
    private final boolean verify;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Long> outcomes = new HashMap<>();
    private final Map<String, Long> invoked = new HashMap<>();
    private final String boardId;
    private long expected = 1;
    private long entries;
    private boolean broken;

    BoardAudit(String boardId, Applier applier, boolean verify) {
        this.boardId = boardId;
        this.replay = new BoardReplay(boardId, applier, verify);
        this.verify = verify;
    }

    /** Takes the next record of the board, in order of the sequence, gaps left out. */
    void accept(LogRecord next) {
        LogEntry entry = next.entry();
        entries++;
        if (entry.sequence() != expected) {
            found(entry.sequence(), "sequence", Long.toString(expected), Long.toString(entry.sequence()));
            broken = true; // what is missing may have changed the state
        }
        expected = entry.sequence() + 1;
        checkOutcomes(entry);
        if (verify) {
            checkContent(next);
        }
        if (!broken) {
            rebuild(entry);
        }
    }

    private void rebuild(LogEntry entry) {
        try {
            replay.accept(entry);
        } catch (RuntimeException e) { // an entry that no kernel would have written
            found(entry.sequence(), "entry", "an entry that applies", e.toString());
            broken = true;
        }
    }

    private void checkOutcomes(LogEntry entry) {
        if (entry instanceof WorkerInvoked invocation) {
            once(invoked, invocation.invocationId(), entry, "invocationId", "one invocation of each id");
        }
        for (HistoryEntry fact : HistoryEntry.of(entry)) {
            switch (fact.kind()) {
                case PROPOSAL -> once(outcomes, fact.key(), entry, "proposalId", "one outcome of each proposal");
                case COMMAND -> once(outcomes, fact.key(), entry, "commandId", "one outcome of each command");
                case ANSWERED, EXPIRED -> ended(fact.id(), entry);
            }
        }
        if (entry instanceof EndEntry end) {
            end.abandonedInvocations().forEach(id -> ended(id, entry));
        }
    }

    private void ended(String invocationId, LogEntry entry) {
        if (!invoked.containsKey(invocationId)) {
            found(
                    entry.sequence(),
                    "invocationId",
                    "an outcome after its invocation",
                    "none invoked as " + invocationId);
        }
        once(outcomes, "i:" + invocationId, entry, "invocationId", "one outcome of each invocation");
    }

    private void once(Map<String, Long> seen, String key, LogEntry entry, String field, String rule) {
        Long before = seen.putIfAbsent(key, entry.sequence());
        if (before != null) {
            found(entry.sequence(), field, rule, key.substring(key.indexOf(':') + 1) + " again, after #" + before);
        }
    }

    /** The hash covers the fields of the contract; a field beside them would be covered by nothing. */
    private void checkContent(LogRecord next) {
        byte[] value = next.value();
        if (value.length == 0 || value[0] != '{') {
            return;
        }
        JsonObject wire = (JsonObject) JsonReader.parse(new String(value, StandardCharsets.UTF_8));
        JsonObject known = next.entry().toJson();
        if (!wire.equals(known)) {
            Set<String> names = new TreeSet<>(wire.names());
            names.removeIf(name -> wire.get(name).equals(known.get(name)));
            found(next.sequence(), "record", "the fields of the contract and no others", String.join(", ", names));
        }
    }

    private void found(long sequence, String field, String shouldBe, String is) {
        findings.add(new Finding(boardId, sequence, field, shouldBe, is));
    }

    /** Everything found so far, in order of the sequence. */
    List<Finding> findings() {
        List<Finding> all = new ArrayList<>(findings);
        for (Difference difference : replay.differences()) {
            all.add(new Finding(
                    boardId, difference.sequence(), difference.what(), difference.expected(), difference.found()));
        }
        all.sort(Comparator.comparingLong(Finding::sequence));
        return all;
    }

    /** After the last entry that applied. */
    Board board() {
        return replay.board();
    }

    long entries() {
        return entries;
    }
}
