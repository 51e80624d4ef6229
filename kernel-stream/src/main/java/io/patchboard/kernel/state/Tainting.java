package io.patchboard.kernel.state;

import io.patchboard.kernel.blueprint.Disclosure;
import io.patchboard.kernel.blueprint.TaintLabels;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.MarkedPlaces;
import io.patchboard.kernel.patch.Origins;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Marked;
import io.patchboard.record.Taint;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What taints what is shown to a worker. */
public final class Tainting {

    /** Bytes of an origin at least, each of which may have to be looked at. */
    private static final long BYTES_OF_ORIGIN = 100;

    private static final long UNITS_OF_A_COMPARISON = 2;

    private Tainting() {}

    /** Of all that a role may read of the state as it is; the input of a child board may be made of any of it. */
    public static Set<Taint> shown(WorkerRole role, Board board, Work work) {
        Origins origins = board.present().origins();
        if (role.board().isPresent()) {
            return Taint.union(labels(board), origins.taint());
        }
        Set<Taint> all = role.boundary().labelled();
        if (!origins.taint().isEmpty()) {
            work.charge(WorkKind.VIEWS, role.reads().size() * origins.bytes() / BYTES_OF_ORIGIN);
            all = role.reads().stream().map(origins::taint).reduce(all, Taint::union);
        }
        return role.boundary().seen(all);
    }

    /**
     * Of what earlier rejections tell it: others' words may quote whatever their authors were shown or brought along.
     */
    public static Set<Taint> told(List<RememberedRejection> rejections, WorkerRole role, Board board, Work work) {
        Set<Taint> all = Set.of();
        for (String name :
                rejections.stream().map(RememberedRejection::author).distinct().toList()) {
            Optional<WorkerRole> author = board.rules().worker(name).filter(known -> {
                work.charge(WorkKind.VIEWS, UNITS_OF_A_COMPARISON * Disclosure.comparisons(known, role));
                return Disclosure.tellsWords(known, role);
            });
            if (author.isPresent()) {
                Set<Taint> brought = author.get().boundary().taint();
                all = Taint.union(
                        all,
                        name.equals(role.name()) ? brought : Taint.union(brought, shown(author.get(), board, work)));
            }
        }
        return all;
    }

    /** Of anything that a board may ever have had, for whoever is shown what is not there any more. */
    public static Set<Taint> everShown(Board board) {
        return board.rules().workers().values().stream()
                .map(role -> role.boundary().taint())
                .reduce(Taint.union(labels(board), board.present().origins().taint()), Taint::union);
    }

    /** What its values bring along to a board that goes on from there, as {@code docs/log-and-hashes.md} says. */
    public static List<Marked> broughtAlong(Board board, String blueprintHash) {
        Origins origins = board.present().origins();
        if (!board.rules().hash().equals(blueprintHash)) {
            for (TaintLabels.Label label : board.rules().taint().labels()) {
                origins = MarkedPlaces.labelled(origins, label.path(), label.taint(), board.state());
            }
        }
        return MarkedPlaces.of(origins);
    }

    private static Set<Taint> labels(Board board) {
        return board.rules().taint().labels().stream()
                .map(TaintLabels.Label::taint)
                .collect(Collectors.toUnmodifiableSet());
    }
}
