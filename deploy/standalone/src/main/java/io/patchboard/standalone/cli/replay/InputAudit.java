package io.patchboard.standalone.cli.replay;

import io.patchboard.client.log.SentRecord;
import io.patchboard.client.log.UnreadableLogException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.state.HistoryEntry;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Topics;
import io.patchboard.standalone.run.PausedBoards;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether everything that was sent has an outcome.
 *
 * <p>A proposal is known by its board, worker, invocation and id, a command by its board and id. What has no id that
 * can be read is known by what its rejection repeats of it: the text, or the hash of the record. Each such record has a
 * rejection of its own.
 *
 * <p>What comes before its board waits for it for some seconds, unless it is to create it or has no usable key, and
 * what comes unasked for a paused board until that goes on; they may have no outcome until then. What was sent to a
 * board whose log was cut has its outcome there.
 *
 * <p>What it costs: 16 bytes or so for each outcome, since only a hash of what it is known by is kept.
 */
final class InputAudit {

    /** Of missing ones, the first so many are told. */
    private static final int MOST_TOLD = 1_000;

    private final InputNames names;
    private final Topics topics;
    private final Optional<Instant> cut;
    private final LongSet outcomes = new LongSet();
    private final Map<Long, Integer> unnamed = new HashMap<>();
    private final LongSet waiting = new LongSet();
    private final LongSet created = new LongSet();
    private final PausedBoards paused = new PausedBoards();
    private final List<Missing> missing = new ArrayList<>();
    private long decided;
    private long undecided;
    private long early;
    private long gone;
    private long hidden;
    private long queued;
    private long moved;
    private long missed;
    private Set<String> unread = Set.of();
    private long needRegistry;

    /** @param ids what the record may be known by */
    private record Missing(SentRecord sent, String what, List<Long> ids) {

        String board() {
            return InputNames.board(sent);
        }
    }

    /** @param cut where logs were cut off: before this, what a board was sent that is not there was decided */
    InputAudit(Topics topics, Map<String, String> properties, Optional<Instant> cut) {
        this.topics = topics;
        this.cut = cut;
        this.names = new InputNames(properties);
    }

    /** Takes the log; all of it comes before what was {@linkplain #sent sent}. */
    void outcome(LogEntry entry) {
        String board = entry.boardId();
        paused.accept(entry);
        if (entry.event() instanceof BoardCreated) {
            created.add(OutcomeKey.board(board));
        } else if (entry.event() instanceof PatchCommitted committed
                && committed.repeats().isEmpty()) {
            outcomes.add(OutcomeKey.proposal(
                    board, committed.worker(), committed.invocationId().orElse(""), committed.proposalId()));
        } else if (entry.event() instanceof PatchHeld held) {
            // The log's own rules see to it that one outcome follows, or the board's end.
            outcomes.add(OutcomeKey.proposal(
                    board, held.worker(), held.invocationId().orElse(""), held.proposalId()));
        } else if (entry.event() instanceof PatchRejected rejected) {
            Json sent = rejected.proposal().orElse(Json.nul());
            rejected.proposalId()
                    .filter(id -> !isOfAnother(rejected, sent))
                    .ifPresent(id -> outcomes.add(OutcomeKey.proposal(
                            board,
                            rejected.worker().orElse(""),
                            rejected.invocationId().orElse(InputNames.text(sent, "invocationId")),
                            id)));
            repeated(board, rejected.proposalId(), rejected.proposal());
        } else if (entry.event() instanceof CommandRejected rejected) {
            rejected.commandId()
                    .filter(id -> OutcomeKey.isWithheld(rejected.command().orElse(Json.nul())))
                    .ifPresent(id -> outcomes.add(OutcomeKey.command(board, id)));
            repeated(board, rejected.commandId(), rejected.command());
        }
        for (HistoryEntry fact : HistoryEntry.of(entry.event())) {
            if (fact.kind() == HistoryEntry.Kind.COMMAND) {
                outcomes.add(OutcomeKey.command(board, fact.id()));
            }
        }
    }

    /** It came under an id that may have, or get, another outcome, and is known by what it repeats. */
    private static boolean isOfAnother(PatchRejected rejected, Json sent) {
        return rejected.rejection().isOfNobody() && !OutcomeKey.isWithheld(sent);
    }

    /** Of one that has an id there is one outcome, however often it was sent; of others there is one each time. */
    private void repeated(String board, Optional<String> id, Optional<Json> what) {
        what.map(sent -> OutcomeKey.repeated(board, sent)).ifPresent(key -> {
            if (id.isEmpty()) {
                unnamed.merge(key, 1, Integer::sum);
            } else if (key != OutcomeKey.withheld(board)) {
                outcomes.add(key);
            }
        });
    }

    /** Boards whose logs could not all be read: what they were sent may have its outcome there. */
    void unread(Set<String> boards) {
        unread = boards;
    }

    /** @throws UnreadableLogException if the Schema Registry cannot be asked */
    void sent(SentRecord sent) {
        boolean isCommand = sent.topic().equals(topics.commands());
        InputNames.Known known = names.of(sent, isCommand);
        List<Long> ids = known.ids();
        if (!sent.passed()) {
            undecided++;
            ids.forEach(waiting::add);
        } else if (hasOutcome(ids, sent.strayed())) {
            count(sent);
        } else if (unread.contains(InputNames.board(sent))) {
            hidden++;
        } else if (isOfNoBoard(sent) && cut.filter(sent.time()::isBefore).isPresent()) {
            gone++;
            ids.forEach(waiting::add);
        } else if (isOfNoBoard(sent) && known.mayWait()) {
            early++;
            ids.forEach(waiting::add);
        } else if (!sent.strayed() && known.unasked() && paused.has(InputNames.board(sent))) {
            queued++;
            ids.forEach(waiting::add);
        } else if (!sent.strayed() && names.needRegistry(sent)) {
            needRegistry++;
        } else {
            missed++;
            if (missing.size() < MOST_TOLD || sent.strayed()) {
                missing.add(new Missing(sent, known.what(), ids));
            }
        }
    }

    private boolean isOfNoBoard(SentRecord sent) {
        return !sent.strayed() && !created.contains(OutcomeKey.board(InputNames.board(sent)));
    }

    /** How many records were written with a Schema Registry that nobody named. */
    long needRegistry() {
        return needRegistry;
    }

    private void count(SentRecord sent) {
        if (sent.strayed()) {
            moved++;
        } else {
            decided++;
        }
    }

    private boolean hasOutcome(List<Long> ids, boolean strayed) {
        for (long id : ids) {
            if (outcomes.contains(id)) {
                return true;
            }
            Integer left = unnamed.get(id);
            if (left != null && (left > 0 || strayed)) {
                // One that was sent on is there twice, and the rejection is that of the other one.
                unnamed.put(id, strayed ? left : left - 1);
                return true;
            }
        }
        return false;
    }

    /** After all that was sent: one that was sent on, and waits where it was sent to, is not missing. */
    void finish() {
        List<Missing> strayed =
                missing.stream().filter(one -> one.sent().strayed()).toList();
        for (Missing one : strayed) {
            if (one.ids().stream().anyMatch(waiting::contains)) {
                moved++;
            } else if (names.needRegistry(one.sent())) {
                needRegistry++;
            } else {
                continue;
            }
            missing.remove(one);
            missed--;
        }
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (Missing one : missing) {
            findings.add(new Finding(
                    one.board(),
                    0,
                    "input",
                    "an outcome of " + one.what(),
                    "none; it is at " + one.sent().place()));
        }
        return findings;
    }

    String summary() {
        return decided + " inputs have an outcome"
                + (undecided == 0 ? "" : ", " + undecided + " are not yet decided")
                + (early == 0 ? "" : ", " + early + " wait some seconds for a board that nobody has created")
                + (gone == 0 ? "" : ", " + gone + " are of boards whose logs were cut off (see: replay --archive)")
                + (hidden == 0 ? "" : ", " + hidden + " are of boards whose logs could not all be read")
                + (queued == 0 ? "" : ", " + queued + " wait until their board goes on")
                + (moved == 0 ? "" : ", " + moved + " were moved to their board's partition")
                + (missed == 0 ? "" : ", " + missed + " have none");
    }

    JsonObject json() {
        return JsonObject.builder()
                .put("decided", decided)
                .put("undecided", undecided)
                .put("early", early)
                .put("cut", gone)
                .put("unread", hidden)
                .put("queued", queued)
                .put("moved", moved)
                .put("missing", missed)
                .put(
                        "first",
                        JsonArray.copyOf(missing.stream()
                                .map(one -> JsonObject.builder()
                                        .put("topic", one.sent().topic())
                                        .put("partition", one.sent().partition())
                                        .put("offset", one.sent().offset())
                                        .put("board", one.board())
                                        .put("input", one.what())
                                        .build())
                                .toList()))
                .build();
    }
}
