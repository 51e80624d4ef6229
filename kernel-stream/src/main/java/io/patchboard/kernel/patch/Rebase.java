package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Says what a patch that was made for an older document means in the present one.
 *
 * <p>Each pointer is taken back through the operations before it, as they were sent, to the older document; from there
 * to where the same thing is now; and forward again through the same operations as they are done now. What an operation
 * of the patch brought itself is followed from there. The order of operations, {@code -} and what is added stay as they
 * are.
 *
 * <p>An index at which something is inserted means the item before which it comes. Of a member that is added it is its
 * object that is found: whether there is one of that name already is not asked here.
 */
public final class Rebase {

    /** Larger than any index, and so after all items, wherever they move. */
    private static final int BEYOND = 500_000_000;

    /** A pointer goes back through it, and forward again. */
    private static final long UNITS_OF_AN_EARLIER_ONE = 6;

    /** The patch, or that what one of its operations means is not there any more. */
    public sealed interface Result {

        /**
         * Everything was found.
         *
         * @param sources where the present document has what the patch copies from it
         * @param revision the patch as it was done to find all that; absent if it cannot be
         */
        record Found(Patch patch, List<JsonPointer> sources, Optional<Revision> revision) implements Result {}

        /**
         * Something is gone.
         *
         * @param operation its index
         * @param pointer its path or from, as sent
         * @param then what is gone, that or something on the way to it, in the older document
         */
        record Gone(int operation, JsonPointer pointer, JsonPointer then) implements Result {}
    }

    /**
     * Where a pointer of the patch leads.
     *
     * @param then in the older document; absent for what the patch itself brought
     * @param source in the present document before the patch; absent like {@code then}
     * @param now in the present document after the operations before
     */
    private record Place(Optional<JsonPointer> then, Optional<JsonPointer> source, JsonPointer now) {}

    /**
     * An operation that was found.
     *
     * @param brought where it put a value of its own, as sent; absent if it did not, or that cannot be told
     * @param broughtNow the same as done
     * @param sent what it moves as sent
     * @param done what it moves as done
     */
    private record Done(Optional<JsonPointer> brought, JsonPointer broughtNow, Optional<Moved> sent, Relocation done) {}

    private final Function<JsonPointer, Optional<JsonPointer>> now;
    private final ApplyLimits limits;
    private final Work work;
    private final PatchApplier applier;
    private final List<Done> earlier = new ArrayList<>();
    private final List<JsonPointer> sources = new ArrayList<>();
    private Json document;
    private boolean isDone = true;

    private Rebase(Json document, Function<JsonPointer, Optional<JsonPointer>> now, ApplyLimits limits, Work work) {
        this.document = document;
        this.now = now;
        this.limits = limits;
        this.work = work;
        this.applier = PatchApplier.on(document, limits, work);
    }

    /**
     * Finds what a patch means.
     *
     * @param document the present one
     * @param now where that which was at a place of the older document is in the present one; absent if it is gone
     * @param limits what the patch may make of the document
     * @param work that it is charged to: each operation is done, and each pointer followed through those before it
     */
    public static Result of(
            Patch patch,
            Json document,
            Function<JsonPointer, Optional<JsonPointer>> now,
            ApplyLimits limits,
            Work work) {
        Rebase rebase = new Rebase(document, now, limits, work);
        List<Operation> found = new ArrayList<>(patch.operations().size());
        for (int i = 0; i < patch.operations().size(); i++) {
            Operation operation = patch.operations().get(i);
            try {
                found.add(rebase.find(operation, i == patch.operations().size() - 1));
            } catch (GoneException gone) {
                boolean isSource = gone.pointer().equals(source(operation));
                return new Result.Gone(i, isSource ? gone.pointer() : operation.path(), gone.then());
            }
        }
        Optional<Revision> revision = rebase.isDone ? Optional.of(rebase.applier.revision()) : Optional.empty();
        return new Result.Found(new Patch(found), List.copyOf(rebase.sources), revision);
    }

    private static JsonPointer source(Operation operation) {
        return switch (operation) {
            case Operation.Move move -> move.from();
            case Operation.Copy copy -> copy.from();
            default -> operation.path();
        };
    }

    private Operation find(Operation operation, boolean isLast) throws GoneException {
        return switch (operation) {
            case Operation.Test test -> find(test);
            case Operation.Move move -> find(move);
            case Operation.Add add -> found(add, new Operation.Add(target(add.path()), add.value()), isLast);
            case Operation.Copy copy -> {
                Place source = place(copy.from());
                source.source().ifPresent(sources::add);
                yield found(copy, new Operation.Copy(source.now(), target(copy.path())), isLast);
            }
            case Operation.Replace replace ->
                found(replace, new Operation.Replace(place(replace.path()).now(), replace.value()), isLast);
            case Operation.Remove remove ->
                found(remove, new Operation.Remove(place(remove.path()).now()), isLast);
        };
    }

    private Operation find(Operation.Test test) throws GoneException {
        Operation found = new Operation.Test(place(test.path()).now(), test.value());
        step(found);
        return found;
    }

    private Operation found(Operation operation, Operation found, boolean isLast) throws GoneException {
        Optional<Long> growth = isLast ? Optional.empty() : growth(operation.path());
        step(found).filter(step -> !isLast).ifPresent(step -> earlier.add(done(operation, step, growth)));
        return found;
    }

    /** The indices of its target count without what it takes away. */
    private Operation find(Operation.Move move) throws GoneException {
        JsonPointer from = place(move.from()).now();
        if (move.from().equals(move.path())) {
            Operation found = new Operation.Move(from, from);
            step(found);
            return found;
        }
        Json before = document;
        PatchApplier trial = PatchApplier.on(before, limits, work);
        Optional<Step> removal = trial.next(new Operation.Remove(from));
        if (removal.isEmpty()) {
            isDone = false;
            return new Operation.Move(from, move.path());
        }
        document = trial.document();
        Done taken = done(new Operation.Remove(move.from()), new Applied(removal.get()), Optional.empty());
        earlier.add(taken);
        JsonPointer path = target(move.path());
        Optional<Long> growth = growth(move.path());
        earlier.remove(earlier.size() - 1);
        document = before;
        Operation found = new Operation.Move(from, path);
        step(found).ifPresent(step -> {
            Optional<Moved> carried = brought(move.path(), step, growth)
                    .map(put -> new Moved.Carry(move.from(), put, taken.sent().orElseThrow(), shift(put, step)));
            earlier.add(new Done(Optional.empty(), path, carried.or(taken::sent), step.relocation()));
        });
        return found;
    }

    /** One operation, done to the document. */
    private record Applied(Step step, Relocation relocation) {

        private Applied(Step step) {
            this(step, Relocation.of(List.of(step)));
        }

        JsonPointer path() {
            return step.operation().path();
        }

        boolean isItem() {
            return Step.isItem(path(), step.between());
        }
    }

    /** Absent if it cannot be done; then the patch cannot be either, unless it is a test. */
    private Optional<Applied> step(Operation operation) {
        Optional<Step> step = applier.next(operation);
        isDone &= step.isPresent();
        document = applier.document();
        return step.map(Applied::new);
    }

    private static Done done(Operation sent, Applied step, Optional<Long> growth) {
        if (sent instanceof Operation.Remove) {
            return new Done(
                    Optional.empty(),
                    step.path(),
                    Optional.of(Moved.removal(sent.path(), step.isItem())),
                    step.relocation());
        }
        Optional<JsonPointer> brought = brought(sent.path(), step, growth);
        boolean inserts = !(sent instanceof Operation.Replace);
        return new Done(
                brought,
                step.path(),
                brought.filter(place -> inserts).flatMap(place -> shift(place, step)),
                step.relocation());
    }

    private static Optional<Moved> shift(JsonPointer place, Applied step) {
        return step.isItem() ? Optional.of(new Moved.Shift(place, 1)) : Optional.empty();
    }

    /**
     * Where an operation put a value as the author of the patch counts, who may know fewer items before a final
     * {@code -}.
     */
    private static Optional<JsonPointer> brought(JsonPointer sent, Applied step, Optional<Long> growth) {
        if (sent.isRoot() || !sent.last().equals(JsonPointer.END) || !step.isItem()) {
            return Optional.of(sent);
        }
        long index = JsonPointer.arrayIndex(step.path().last()).orElseThrow();
        return growth.map(grown -> sent.parent().child(Long.toString(index - grown)));
    }

    /** By how many items the array that a path ends in has grown since; absent if it is another. */
    private Optional<Long> growth(JsonPointer path) throws GoneException {
        if (path.isRoot() || !path.last().equals(JsonPointer.END)) {
            return Optional.empty();
        }
        Optional<JsonPointer> array = place(path.parent()).then();
        return array.isEmpty()
                ? Optional.of(0L)
                : now.apply(array.get().child(BEYOND)).map(end -> Long.parseLong(end.last()) - BEYOND);
    }

    /**
     * Where something is to be put: inside of the same object or array, which must not have been replaced if it is an
     * item.
     */
    private JsonPointer target(JsonPointer path) throws GoneException {
        if (path.isRoot()) {
            return path;
        }
        JsonPointer container =
                place(path.parent().child(JsonPointer.END)).now().parent();
        boolean isIndex = JsonPointer.arrayIndex(path.last()).isPresent()
                && container
                        .resolve(document)
                        .filter(JsonArray.class::isInstance)
                        .isPresent();
        return isIndex ? place(path).now() : container.child(path.last());
    }

    private Place place(JsonPointer pointer) throws GoneException {
        work.charge(WorkKind.PATCH, UNITS_OF_AN_EARLIER_ONE * earlier.size());
        JsonPointer at = pointer;
        for (int i = earlier.size() - 1; i >= 0; i--) {
            Done done = earlier.get(i);
            if (done.brought().isPresent() && done.brought().get().isPrefixOf(at)) {
                JsonPointer own = Moved.carried(at, done.brought().get(), done.broughtNow());
                return new Place(Optional.empty(), Optional.empty(), forward(own, i + 1, pointer, at));
            }
            if (done.sent().isPresent()) {
                JsonPointer after = at;
                at = done.sent().get().before(after).orElseThrow(() -> new GoneException(pointer, after));
            }
        }
        JsonPointer then = at;
        JsonPointer source = now.apply(then).orElseThrow(() -> new GoneException(pointer, then));
        return new Place(Optional.of(then), Optional.of(source), forward(source, 0, pointer, then));
    }

    private JsonPointer forward(JsonPointer place, int from, JsonPointer pointer, JsonPointer then)
            throws GoneException {
        JsonPointer at = place;
        for (Done done : earlier.subList(from, earlier.size())) {
            at = done.done().after(at).orElseThrow(() -> new GoneException(pointer, then));
        }
        return at;
    }
}
