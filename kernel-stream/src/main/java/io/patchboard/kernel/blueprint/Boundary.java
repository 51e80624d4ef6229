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
 * @param quarantined whether it may write closed types alone, so that no words of what it reads get any further
 * @param handles whether it is shown handles in place of untrusted words
 */
public record Boundary(
        Set<Taint> labelled,
        Set<Taint> taint,
        boolean egress,
        List<PathPattern> endorses,
        boolean quarantined,
        boolean handles) {

    static Boundary of(JsonPlace worker, List<PathPattern> reads, TaintLabels labels, Parts parts) {
        return new Boundary(
                labels.of(reads),
                TaintLabels.words(worker, "taint"),
                worker.flag("egress"),
                worker.items("endorses").stream()
                        .flatMap(path -> parts.stateValues(path).stream())
                        .toList(),
                worker.flag("quarantined"),
                worker.flag("handles"));
    }

    /** What of a taint reaches such a worker's view: a handle says nothing of the words that it stands for. */
    public Set<Taint> seen(Set<Taint> shown) {
        return handles ? Taint.without(shown, Taint.UNTRUSTED) : shown;
    }

    /** What of the taint of its view is in what it writes: a value of a closed type has no room for words. */
    public Set<Taint> passedOn(Set<Taint> shown) {
        return quarantined ? Taint.without(shown, Taint.UNTRUSTED) : shown;
    }

    /** Whether nothing that a patch of the role writes is tainted by what it was shown. */
    public boolean endorses(Patch patch) {
        return !endorses.isEmpty()
                && patch.operations().stream()
                        .allMatch(operation -> endorses.stream().anyMatch(path -> path.covers(operation.path())));
    }
}
