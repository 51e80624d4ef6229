package io.patchboard.standalone.cli.archive;

import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.Progress;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.replay.BoardReplay;
import io.patchboard.kernel.replay.Difference;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardCreated;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Recording;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Replays all boards, every hash checked: a log that is not what it says does not go into an archive. */
final class CheckedLogs implements LogListener {

    private final Applier applier = new Applier(new Blueprints());
    private final Recording recording;
    private final NavigableMap<String, BoardReplay> replays = new TreeMap<>();
    private final NavigableMap<String, String> broken = new TreeMap<>();
    private final Map<String, Instant> latest = new HashMap<>();
    private final Map<String, String> parents = new HashMap<>();
    private final Progress entries = new Progress();

    CheckedLogs(Recording recording) {
        this.recording = recording;
    }

    /** Asked for by another thread. */
    String progress() {
        return "Checking the log: " + entries;
    }

    @Override
    public void progress(int percent) {
        entries.percent(percent);
    }

    @Override
    public boolean entry(LogRecord next) {
        entries.entry();
        latest.put(next.boardId(), next.entry().header().time());
        if (next.entry().event() instanceof BoardCreated created) {
            created.parent().ifPresent(parent -> parents.put(next.boardId(), parent.boardId()));
        }
        replays.computeIfAbsent(next.boardId(), id -> new BoardReplay(id, applier, true))
                .accept(recording.of(next));
        return true;
    }

    @Override
    public void problem(LogProblem problem) {
        if (problem.kind() == LogProblem.Kind.NEEDS_REGISTRY) {
            throw CliException.needsRegistry(1);
        }
        broken.putIfAbsent(problem.key(), problem.place() + ": " + problem.message());
    }

    /**
     * How many entries each log has that can go into an archive: those of boards that have ended, and of ids that no
     * board has. A board that was made for another one waits for that one's end, since somebody may still have to read
     * what became of it.
     *
     * @param before only logs the last entry of which is older
     */
    NavigableMap<String, Long> over(Instant before) {
        NavigableMap<String, Long> over = new TreeMap<>();
        replays.forEach((id, replay) -> {
            Phase phase = replay.board().phase();
            if ((phase.ended() || phase == Phase.ABSENT) && latest.get(id).isBefore(before)) {
                over.put(id, replay.sequence());
            }
        });
        boolean more = true;
        while (more) {
            more = over.keySet().removeIf(id -> isAwaited(id, over));
        }
        return over;
    }

    private boolean isAwaited(String id, NavigableMap<String, Long> over) {
        String parent = parents.get(id);
        return parent != null && replays.containsKey(parent) && !over.containsKey(parent);
    }

    /** Every id that has entries, also of a log that could not be followed to its end. */
    Set<String> ids() {
        return replays.keySet();
    }

    /** What is wrong with a board's log; absent if nothing is. */
    Optional<String> trouble(String boardId) {
        BoardReplay replay = replays.get(boardId);
        return Optional.ofNullable(broken.get(boardId))
                .or(() -> replay.differences().stream().findFirst().map(CheckedLogs::told))
                .or(() -> replay.unknown()
                        .map(entry ->
                                "entry " + entry.sequence() + " is of a kind that is not known here, " + entry.type()));
    }

    private static String told(Difference difference) {
        return "entry " + difference.sequence() + ": expected " + difference.expected() + " as " + difference.what()
                + ", but found " + difference.found();
    }
}
