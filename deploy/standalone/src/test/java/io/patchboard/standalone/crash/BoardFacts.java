package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.state.Board;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Goes through one board's log, entry by entry, and fails where something was lost or happened twice. */
public final class BoardFacts {

    /** Whom the kernel owes an invitation, and for what. */
    private record Task(String worker, Trigger trigger) {}

    private record Retry(Instant after, long attempt) {}

    private final String boardId;
    private final BoardReplay replay;
    private final Map<String, WorkerInvoked> open = new HashMap<>();
    private final Map<String, WorkerInvoked> invoked = new HashMap<>();
    private final Map<Task, Optional<Retry>> tasks = new HashMap<>();

    /** Patches that gates hold, by the sequences of their entries. */
    private final Set<Long> held = new HashSet<>();

    private String lastHash = LogHeader.GENESIS_HASH;
    private long lastSequence;
    private boolean created;
    private boolean ended;
    private int timeouts;
    private int retries;

    BoardFacts(String boardId) {
        this.boardId = boardId;
        this.replay =
                new BoardReplay(boardId, new Applier(new Blueprints()), new Review(Limits.DEFAULT, new Blueprints()));
    }

    void accept(LogEntry entry) {
        String where = boardId + " #" + entry.sequence();
        assertThat(entry.sequence()).as("sequence after %s", where).isEqualTo(++lastSequence);
        assertThat(entry.header().previousHash())
                .as("previousHash of %s", where)
                .isEqualTo(lastHash);
        assertThat(entry.computeHash())
                .as("hash of %s", where)
                .isEqualTo(entry.header().hash());
        lastHash = entry.header().hash();
        replay.accept(entry);
        assertThat(replay.differences()).as("replay of %s", where).isEmpty();
        if (entry.event() instanceof WorkerInvoked invocation) {
            invoke(entry.header(), invocation, where);
        } else if (entry.event() instanceof PatchCommitted committed) {
            committed
                    .held()
                    .ifPresentOrElse(
                            sequence -> verdict(sequence, where),
                            () -> committed.invocationId().ifPresent(id -> close(id, where)));
        } else if (entry.event() instanceof PatchRejected rejected) {
            rejected.held().ifPresent(sequence -> verdict(sequence, where));
            rejected.invocationId()
                    .map(id -> rejected.held().isPresent() ? invoked.get(id) : close(id, where))
                    .ifPresent(invocation -> reject(invocation, entry.header(), rejected, where));
        } else if (entry.event() instanceof PatchHeld patch) {
            patch.replaces()
                    .ifPresentOrElse(
                            sequence -> verdict(sequence, where),
                            () -> patch.invocationId().ifPresent(id -> close(id, where)));
            held.add(entry.sequence());
        } else if (entry.event() instanceof EndEvent end) {
            assertThat(ended).as("a second end at %s", where).isFalse();
            assertThat(held).as("held at %s", where).isEmpty();
            end.abandonedInvocations().forEach(id -> close(id, where));
            ended = true;
        } else if (entry.event() instanceof BoardCreated) {
            assertThat(created).as("a second beginning at %s", where).isFalse();
            created = true;
        }
    }

    /** Once for each reason that the rules give, and once more for each retry that a rejection announced. */
    private void invoke(LogHeader header, WorkerInvoked invocation, String where) {
        assertThat(ended).as("%s after the end", where).isFalse();
        assertThat(invoked.put(invocation.invocationId(), invocation))
                .as("the invocation id of %s, used before", where)
                .isNull();
        open.put(invocation.invocationId(), invocation);
        Optional<Retry> due = Optional.empty();
        Task task = new Task(invocation.worker(), invocation.trigger());
        if (tasks.containsKey(task)) {
            due = tasks.get(task);
            assertThat(due).as("an announced retry before %s", where).isPresent();
            assertThat(header.time())
                    .as("time of the retry at %s", where)
                    .isAfterOrEqualTo(due.get().after());
            retries++;
        }
        assertThat(invocation.attempt())
                .as("attempt at %s", where)
                .isEqualTo(due.map(Retry::attempt).orElse(1L));
        tasks.put(task, Optional.empty());
    }

    /** What is held has one verdict. */
    private void verdict(long sequence, String where) {
        assertThat(held.remove(sequence))
                .as("held by %s before %s", sequence, where)
                .isTrue();
    }

    private WorkerInvoked close(String invocationId, String where) {
        assertThat(open).as("open before %s", where).containsKey(invocationId);
        return open.remove(invocationId);
    }

    private void reject(WorkerInvoked invocation, LogHeader header, PatchRejected rejected, String where) {
        boolean keptOut = rejected.stage() == Stage.ADMISSION;
        if (rejected.stage() == Stage.TIMEOUT) {
            assertThat(header.time()).as("time of the timeout at %s", where).isAfterOrEqualTo(invocation.deadline());
            timeouts++;
        }
        rejected.retryAt()
                .ifPresent(at -> tasks.put(
                        new Task(invocation.worker(), invocation.trigger()),
                        Optional.of(new Retry(at, invocation.attempt() + (keptOut ? 0 : 1)))));
    }

    /** As the log says. */
    Board board() {
        return replay.board();
    }

    public boolean isCreated() {
        return created;
    }

    public boolean isEnded() {
        return ended;
    }

    /** What has no outcome yet: invocations, held patches, announced retries. */
    String unsettled() {
        boolean isAwaited = !ended && tasks.values().stream().anyMatch(Optional::isPresent);
        return open.isEmpty() && held.isEmpty() && !isAwaited
                ? ""
                : "open " + open + ", held " + held + ", tasks " + (ended ? "none" : tasks);
    }

    public int invocations() {
        return invoked.size();
    }

    public int timeouts() {
        return timeouts;
    }

    public int retries() {
        return retries;
    }
}
