package io.patchboard.kernel.state;

import io.patchboard.kernel.blueprint.TaintLabels;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Taint;
import java.util.Set;
import java.util.stream.Collectors;

/** What taints what is shown to a worker. */
public final class Tainting {

    /** Bytes of an origin at least, each of which may have to be looked at. */
    private static final long BYTES_OF_ORIGIN = 100;

    private Tainting() {}

    /** Of all that a role may read of the state as it is. */
    public static Set<Taint> shown(WorkerRole role, Board board, Work work) {
        Origins origins = board.present().origins();
        Set<Taint> all = role.boundary().labelled();
        if (!origins.taint().isEmpty()) {
            work.charge(WorkKind.VIEWS, role.reads().size() * origins.bytes() / BYTES_OF_ORIGIN);
            all = role.reads().stream().map(origins::taint).reduce(all, Taint::union);
        }
        return all;
    }

    /** Of anything that a board may ever have had, for whoever is shown what is not there any more. */
    public static Set<Taint> everShown(Board board) {
        Set<Taint> labels = board.rules().taint().labels().stream()
                .map(TaintLabels.Label::taint)
                .collect(Collectors.toUnmodifiableSet());
        return board.rules().workers().values().stream()
                .map(role -> role.boundary().taint())
                .reduce(Taint.union(labels, board.present().origins().taint()), Taint::union);
    }
}
