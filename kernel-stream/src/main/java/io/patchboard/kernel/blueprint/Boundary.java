package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Taint;
import java.util.List;
import java.util.Set;

/**
 * What passes between a role and the world outside of the board.
 *
 * @param labelled what taints labelled places that it may read
 * @param taint of all that it writes, since it brings it from outside
 * @param egress whether it can send to the outside what it is shown
 * @param endorses where what it writes is not tainted by what it was shown, since it checks that
 */
public record Boundary(Set<Taint> labelled, Set<Taint> taint, boolean egress, List<PathPattern> endorses) {

    static Boundary of(JsonPlace worker, List<PathPattern> reads, TaintLabels labels, Parts parts) {
        return new Boundary(
                labels.of(reads),
                TaintLabels.words(worker, "taint"),
                worker.flag("egress"),
                worker.items("endorses").stream()
                        .flatMap(path -> parts.stateValues(path).stream())
                        .toList());
    }

    /** Whether nothing that a patch of the role writes is tainted by what it was shown. */
    public boolean endorses(Patch patch) {
        return !endorses.isEmpty()
                && patch.operations().stream()
                        .allMatch(operation -> endorses.stream().anyMatch(path -> path.covers(operation.path())));
    }
}
