package io.patchboard.kernel.state;

import io.patchboard.json.JsonPointer;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;

/**
 * Which places one commit touched.
 *
 * @param version that the commit made
 * @param places written values; for an insertion or removal inside an array the array itself, because the items after it
 *     moved
 * @param author whose answer it was, where that worker may be shown an older version again
 */
public record StateChange(long version, List<JsonPointer> places, Optional<Author> author) {

    /** A worker that answers one trigger, in as many attempts as it takes. */
    public record Author(String worker, Trigger trigger) {}

    public StateChange(long version, List<JsonPointer> places) {
        this(version, places, Optional.empty());
    }

    /** Whether writing at the pointer would touch, contain or lie inside of a changed place. */
    public boolean touches(JsonPointer pointer) {
        return places.stream().anyMatch(place -> place.isPrefixOf(pointer) || pointer.isPrefixOf(place));
    }

    /** Whether it is the invocation's own, made by an earlier answer of the same worker to the same trigger. */
    public boolean isBy(OpenInvocation invocation) {
        return author.filter(by ->
                        by.worker().equals(invocation.worker()) && by.trigger().equals(invocation.trigger()))
                .isPresent();
    }
}
