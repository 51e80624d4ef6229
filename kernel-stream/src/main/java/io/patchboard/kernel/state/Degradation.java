package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.cel.Degraded;
import io.patchboard.kernel.patch.Origin;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.kernel.patch.Revision;
import java.util.Optional;
import java.util.Set;

/** Which values of a board's states a fallback wrote. */
public final class Degradation {

    private Degradation() {}

    /** Whether what a worker writes is marked. */
    public static boolean isOf(String worker, Board board) {
        return board.rules().worker(worker).filter(WorkerRole::degraded).isPresent();
    }

    /** Whether a fallback wrote anything of the state as it is. */
    public static boolean isIn(Board board) {
        return board.present().origins().degraded(JsonPointer.ROOT);
    }

    /** In the state as it is. */
    public static Degraded now(Board board) {
        return in(board.state(), board.present().origins());
    }

    /** In a state with these origins. */
    public static Degraded in(Json state, Origins origins) {
        return place -> origins.degraded(place) && isIn(state, place);
    }

    /** In the state of a version. Nobody keeps the origins of former ones: in these it is all that may be. */
    public static Degraded at(long version, Board board) {
        if (version == board.version()) {
            return now(board);
        }
        return ever(board) ? place -> isIn(board.stateAt(version), place) : Degraded.NOWHERE;
    }

    /** Whether the board may have had anything that a fallback wrote. */
    public static boolean ever(Board board) {
        return isIn(board) || board.rules().workers().values().stream().anyMatch(WorkerRole::degraded);
    }

    /**
     * In the state after a change that is not done yet.
     *
     * @param fallback whether a fallback makes it
     */
    public static Degraded after(Board board, Revision revision, boolean fallback) {
        return new After(board.present().origins(), revision, fallback);
    }

    private static boolean isIn(Json state, JsonPointer place) {
        return place.resolve(state).isPresent();
    }

    /** What comes of origins by a change, found out when it is first asked. */
    private static final class After implements Degraded {

        private final Origins before;
        private final Revision revision;
        private final boolean fallback;
        private Optional<Origins> after = Optional.empty();

        private After(Origins before, Revision revision, boolean fallback) {
            this.before = before;
            this.revision = revision;
            this.fallback = fallback;
        }

        @Override
        public boolean at(JsonPointer place) {
            if (after.isEmpty()) {
                after = Optional.of(next());
            }
            return after.get().degraded(place) && isIn(revision.after(), place);
        }

        /** A fallback that changes nothing has written nothing. */
        private Origins next() {
            return fallback && !revision.changes()
                    ? before
                    : before.after(revision, Origin.ofNobody(0).degraded(fallback), from -> Set.of());
        }
    }
}
