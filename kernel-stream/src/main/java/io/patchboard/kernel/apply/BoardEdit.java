package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.Spending;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The next board in the making. Lives for one call of {@link Applier#apply}. */
final class BoardEdit {

    /** Rejections that are kept for each worker; more would crowd its view. */
    private static final int FEEDBACK_KEPT = 5;

    /**
     * How precisely it is remembered what changed under an open invocation. Beyond, all of the state counts as changed,
     * so that an invocation which is left open for long may find its answer stale, but never the board too large.
     */
    private static final int MOST_PLACES = 100;

    private static final int MOST_CHANGES = 500;

    private final String id;
    private Phase phase;
    private Optional<Blueprint> blueprint;
    private Json state;
    private String stateHash;
    private long version;
    private long sequence;
    private String lastHash;
    private Instant created;
    private Instant time;
    private Optional<Instant> pausedAt;
    private final SortedMap<String, OpenInvocation> open;
    private List<WaitingInvocation> waiting;
    private List<StateChange> changes;
    private final Map<String, List<Rejection>> feedback;
    private Spending spending;

    BoardEdit(Board board) {
        id = board.id();
        phase = board.phase();
        blueprint = board.blueprint();
        state = board.state();
        stateHash = board.stateHash();
        version = board.version();
        sequence = board.sequence();
        lastHash = board.lastHash();
        created = board.created();
        time = board.time();
        pausedAt = board.pausedAt();
        open = new TreeMap<>(board.open());
        waiting = new ArrayList<>(board.waiting());
        changes = new ArrayList<>(board.changes());
        feedback = new TreeMap<>(board.feedback());
        spending = board.spending();
    }

    BoardEdit log(LogHeader header) {
        sequence = header.sequence();
        lastHash = header.hash();
        time = header.time();
        return this;
    }

    void create(Blueprint rules, Json first, String firstHash, LogHeader header) {
        phase = Phase.OPEN;
        blueprint = Optional.of(rules);
        state = first;
        stateHash = firstHash;
        version = header.version();
        created = header.time();
    }

    void change(Json after, String afterHash, List<JsonPointer> places) {
        version++;
        state = after;
        stateHash = afterHash;
        changes.add(new StateChange(version, places.size() <= MOST_PLACES ? places : List.of(JsonPointer.ROOT)));
        if (changes.size() > MOST_CHANGES) {
            changes.remove(0);
            changes.set(0, new StateChange(changes.get(0).version(), List.of(JsonPointer.ROOT)));
        }
    }

    void open(WorkerInvoked invoked) {
        waiting.removeIf(retry ->
                retry.worker().equals(invoked.worker()) && retry.trigger().equals(invoked.trigger()));
        open.put(
                invoked.invocationId(),
                new OpenInvocation(
                        invoked.invocationId(),
                        invoked.worker(),
                        invoked.attempt(),
                        invoked.deadline(),
                        invoked.baseVersion(),
                        invoked.trigger(),
                        invoked.viewHash()));
        spending = spending.plusInvocation();
    }

    void close(String invocationId) {
        open.remove(invocationId);
    }

    /**
     * An answer that a pause kept out was not a failed attempt, so the next one has the same number, and is made as soon
     * as the board goes on.
     */
    void retry(String invocationId, Stage stage, Instant at) {
        OpenInvocation failed = Optional.ofNullable(open.get(invocationId))
                .orElseThrow(() -> new CorruptLogException(
                        id, sequence, "It ends the invocation " + invocationId + ", which is not open."));
        boolean keptOut = stage == Stage.ADMISSION;
        waiting.add(new WaitingInvocation(
                failed.worker(),
                keptOut ? failed.attempt() : failed.attempt() + 1,
                failed.trigger(),
                keptOut ? pausedAt.orElse(at) : at));
    }

    void remember(String worker, Rejection rejection) {
        if (rejection.stage() == Stage.ADMISSION || rejection.stage() == Stage.DECODE) {
            return;
        }
        List<Rejection> latest = new ArrayList<>();
        latest.add(rejection);
        latest.addAll(feedback.getOrDefault(worker, List.of()));
        feedback.put(worker, List.copyOf(latest.subList(0, Math.min(latest.size(), FEEDBACK_KEPT))));
    }

    void spend(Usage usage) {
        spending = spending.plus(usage);
    }

    /** Changes that every open view already shows can conflict with nobody. */
    void forgetOldChanges() {
        long oldest = open.values().stream()
                .mapToLong(OpenInvocation::baseVersion)
                .min()
                .orElse(Long.MAX_VALUE);
        changes.removeIf(change -> change.version() <= oldest);
    }

    void pause(Instant at) {
        phase = Phase.PAUSED;
        pausedAt = Optional.of(at);
    }

    /** The pause takes no time away from anybody: all that is due later moves by as long as it lasted. */
    void resume(Instant at) {
        Duration pause = Duration.between(pausedAt.orElse(at), at);
        phase = Phase.OPEN;
        pausedAt = Optional.empty();
        created = created.plus(pause);
        open.replaceAll((key, invocation) -> new OpenInvocation(
                invocation.id(),
                invocation.worker(),
                invocation.attempt(),
                invocation.deadline().plus(pause),
                invocation.baseVersion(),
                invocation.trigger(),
                invocation.viewHash()));
        waiting.replaceAll(retry -> new WaitingInvocation(
                retry.worker(),
                retry.attempt(),
                retry.trigger(),
                retry.notBefore().plus(pause)));
    }

    void end(Phase how) {
        phase = how;
        pausedAt = Optional.empty();
        open.clear();
        waiting.clear();
        changes.clear();
    }

    Board board() {
        return new Board(
                id,
                phase,
                blueprint,
                state,
                stateHash,
                version,
                sequence,
                lastHash,
                created,
                time,
                pausedAt,
                open,
                List.copyOf(waiting),
                List.copyOf(changes),
                feedback,
                spending);
    }
}
