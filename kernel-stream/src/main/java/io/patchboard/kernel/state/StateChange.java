package io.patchboard.kernel.state;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.circuit.Footprint;
import io.patchboard.kernel.circuit.Ring;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Which places one commit touched. It knows its size: a board remembers hundreds of changes of up to a hundred places,
 * and a commit must not count those that were made before it.
 */
public final class StateChange implements Ring.Item {

    private final long version;
    private final List<JsonPointer> places;
    private final Optional<Author> author;
    private final Footprint size;

    /** A worker that answers one trigger, in as many attempts as it takes. */
    public record Author(String worker, Trigger trigger) {}

    /**
     * A change.
     *
     * @param version that the commit made
     * @param places written values; for an insertion or removal inside an array the array itself, because the items after
     *     it moved
     * @param author whose answer it was, where that worker may be shown an older version again
     */
    public StateChange(long version, List<JsonPointer> places, Optional<Author> author) {
        this.version = version;
        this.places = places;
        this.author = author;
        this.size = BoardSize.ofChange(places, author);
    }

    public StateChange(long version, List<JsonPointer> places) {
        this(version, places, Optional.empty());
    }

    public long version() {
        return version;
    }

    public List<JsonPointer> places() {
        return places;
    }

    public Optional<Author> author() {
        return author;
    }

    @Override
    public Footprint size() {
        return size;
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

    @Override
    public boolean equals(Object other) {
        return other instanceof StateChange that
                && version == that.version
                && places.equals(that.places)
                && author.equals(that.author);
    }

    @Override
    public int hashCode() {
        return Objects.hash(version, places, author);
    }

    @Override
    public String toString() {
        return "StateChange[version=" + version + ", places=" + places + ", author=" + author + "]";
    }
}
