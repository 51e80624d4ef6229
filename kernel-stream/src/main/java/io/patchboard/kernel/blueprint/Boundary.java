package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Taint;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * What passes between a role and the world outside of the board.
 *
 * @param taint of all that it writes, since it brings it from outside
 * @param egress whether it can send to the outside what it is shown
 * @param endorses where what it writes is not tainted by what it was shown, since it checks that
 */
public record Boundary(Set<Taint> taint, boolean egress, List<PathPattern> endorses) {

    static Boundary of(JsonPlace worker, Parts parts) {
        return new Boundary(
                TaintLabels.words(worker, "taint"),
                worker.flag("egress"),
                worker.items("endorses").stream()
                        .flatMap(path -> parts.stateValues(path).stream())
                        .toList());
    }

    /** Whether nothing at these places is tainted by what the role was shown. */
    public boolean endorses(Collection<JsonPointer> places) {
        return !endorses.isEmpty()
                && places.stream().allMatch(place -> endorses.stream().anyMatch(path -> path.covers(place)));
    }
}
