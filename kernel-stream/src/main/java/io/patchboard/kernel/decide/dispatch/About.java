package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What a match is about. The log lets a trigger follow its item, so that the place says which it is. Of what was
 * removed it is the entry that did so, and of a pinned match the place at its version, which is followed from there.
 */
public final class About {

    static final long UNITS_OF_A_PLACE = 20;
    static final long UNITS_OF_A_STEP = 5;

    private About() {}

    /** By which two matches of one rule are of one item, but for pinned ones: see {@link #isSame}. */
    static Optional<String> of(Trigger trigger, Blueprint rules) {
        boolean gone = rules.rule(trigger.rule()).filter(Rule::itemIsGone).isPresent()
                && trigger.path().filter(About::hasIndex).isPresent();
        return gone ? trigger.path().map(path -> trigger.sequence() + path) : trigger.path();
    }

    /** A name says which member of an object is meant; what looks like an index may be another item's by now. */
    private static boolean hasIndex(String path) {
        return JsonPointer.parse(path).tokens().stream()
                .anyMatch(token -> JsonPointer.arrayIndex(token).isPresent());
    }

    /**
     * Whether what waits is about the item of another match of its rule that has the same place.
     *
     * @param version of the state when the other matched
     */
    static boolean isSame(HeldTrigger held, Trigger other, long version, Board board, Work work) {
        boolean mayDiffer = held.version() != version
                && isFollowed(other, version, board)
                && isFollowed(held.trigger(), held.version(), board)
                && hasIndex(other.path().get());
        if (!mayDiffer) {
            return true;
        }
        long from = Math.min(held.version(), version);
        Optional<List<StateChange>> between = changes(from, Math.max(held.version(), version), board);
        String path = other.path().get();
        return between.flatMap(changes -> follow(path, changes, Relocation::after, work))
                .equals(other.path());
    }

    /**
     * A trigger with the places that its items have by now; absent if they are gone. Where nobody knows whether they
     * are, because too much has changed or the whole array was replaced, they are taken to be where they were.
     *
     * @param version at which it has its places
     */
    public static Optional<Trigger> now(Trigger trigger, long version, Board board, Work work) {
        return at(trigger, version, board, Relocation::afterMoves, work);
    }

    /** The same, but those of which nobody knows are taken to be gone. */
    static Optional<Trigger> found(Trigger trigger, long version, Board board, Work work) {
        return at(trigger, version, board, Relocation::after, work);
    }

    private static Optional<Trigger> at(
            Trigger trigger,
            long version,
            Board board,
            BiFunction<Relocation, JsonPointer, Optional<JsonPointer>> move,
            Work work) {
        if (version == board.version() || !isFollowed(trigger, version, board)) {
            return Optional.of(trigger);
        }
        List<StateChange> changes = changes(version, board.version(), board)
                .orElseGet(
                        () -> List.of(StateChange.ofAnything(board.version(), Relocation.UNKNOWN, Optional.empty())));
        return follow(trigger.path().get(), changes, move, work)
                .map(path -> trigger.at(Optional.of(path), trigger.paths()));
    }

    /** Not one of several items that waits as one: each has the place of its own match. And not without its state. */
    private static boolean isFollowed(Trigger trigger, long version, Board board) {
        return trigger.path().isPresent()
                && board.keptState(version).isPresent()
                && board.rules()
                        .rule(trigger.rule())
                        .filter(rule -> rule.pin() && !rule.itemIsGone())
                        .filter(rule ->
                                rule.forEach().isPresent() || trigger.paths().isEmpty())
                        .isPresent();
    }

    /** As long as something pinned waits, the board remembers all changes since; absent if they are too many. */
    private static Optional<List<StateChange>> changes(long from, long to, Board board) {
        List<StateChange> known = board.present().changes();
        if (known.isEmpty() || known.get(0).version() > from + 1) {
            return Optional.empty();
        }
        int first = Math.toIntExact(from + 1 - known.get(0).version());
        return Optional.of(known.subList(first, Math.toIntExact(first + to - from)));
    }

    /** Where a place is after changes; absent if it is gone. */
    static Optional<String> follow(
            String path,
            List<StateChange> changes,
            BiFunction<Relocation, JsonPointer, Optional<JsonPointer>> move,
            Work work) {
        work.charge(WorkKind.MATCHING, UNITS_OF_A_PLACE);
        Optional<JsonPointer> place = Optional.of(JsonPointer.parse(path));
        for (StateChange change : changes) {
            work.charge(
                    WorkKind.MATCHING, 1 + UNITS_OF_A_STEP * change.relocation().size());
            place = place.flatMap(at -> move.apply(change.relocation(), at));
        }
        return place.map(JsonPointer::toString);
    }
}
