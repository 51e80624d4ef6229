package io.patchboard.kernel.state;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Followed;
import io.patchboard.kernel.patch.Relocation;
import java.util.List;
import java.util.Optional;

/**
 * How the state moved on since the view of an open invocation was taken. What the same worker changed by an earlier
 * answer to the same trigger is its own, and is not held against it.
 */
public final class Drift {

    private final List<StateChange> changes;
    private final OpenInvocation invocation;

    private Drift(List<StateChange> changes, OpenInvocation invocation) {
        this.changes = changes;
        this.invocation = invocation;
    }

    public static Drift since(OpenInvocation invocation, Board board) {
        return new Drift(
                board.present().changes().stream()
                        .filter(change -> change.version() > invocation.baseVersion())
                        .toList(),
                invocation);
    }

    /** Whether the state is the one that the view shows. */
    public boolean isNone() {
        return changes.isEmpty();
    }

    /** How many operations moved something. */
    public long steps() {
        return changes.stream().mapToLong(change -> change.relocation().size()).sum();
    }

    /**
     * Where that which was at a place in the view is now; absent if it is gone. What is inside of an item that was
     * replaced, or is an item of an array that was, is not the one of the view; nor is what is inside of a value that
     * was replaced where it had been moved to.
     */
    public Optional<JsonPointer> now(JsonPointer shown) {
        Optional<Followed> place = Optional.of(Followed.of(shown));
        for (StateChange change : changes) {
            place = place.flatMap(at -> at.after(relocation(change)));
        }
        return place.map(Followed::place);
    }

    /** The version in which that which was at a place in the view was gone; 0 if it is still there. */
    public long goneIn(JsonPointer shown) {
        Optional<Followed> place = Optional.of(Followed.of(shown));
        for (StateChange change : changes) {
            place = place.flatMap(at -> at.after(relocation(change)));
            if (place.isEmpty()) {
                return change.version();
            }
        }
        return 0;
    }

    /** Whether the change that made this version replaced all, or nobody knows any more what it moved. */
    public boolean isUnknown(long version) {
        return changes.stream().anyMatch(change -> change.version() == version && isUnknown(change));
    }

    private static boolean isUnknown(StateChange change) {
        return change.relocation().equals(Relocation.UNKNOWN);
    }

    /** Where an own change moved so much that it is forgotten what, nobody knows either where that is now. */
    private Relocation relocation(StateChange change) {
        return change.isBy(invocation) && !isUnknown(change)
                ? change.relocation().withoutRenewals()
                : change.relocation();
    }

    /**
     * The version that last changed what is at a place now, or something inside or around it; 0 if it is as it was in
     * the view.
     */
    public long changedIn(JsonPointer place) {
        JsonPointer at = place;
        for (int i = changes.size() - 1; i >= 0; i--) {
            StateChange change = changes.get(i);
            boolean own = change.isBy(invocation);
            if (!own && change.touches(at)) {
                return change.version();
            }
            Optional<JsonPointer> before = change.relocation().before(at);
            if (before.isEmpty()) {
                return own ? 0 : change.version();
            }
            at = before.get();
        }
        return 0;
    }
}
