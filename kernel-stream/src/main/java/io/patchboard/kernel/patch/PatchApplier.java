package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.Versions;
import io.patchboard.kernel.work.Work;
import io.patchboard.kernel.work.WorkKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Applies patches to documents. The document given stays as it is. If it has a {@linkplain Versions version}, whatever
 * the patch changes gets the next one.
 */
public final class PatchApplier {

    private static final long UNITS_OF_AN_OPERATION = 1_000;

    /** Where its children are all alike, a large array or object is cut anew behind each that changes. */
    private static final int CHILDREN_OF_A_UNIT = 5;

    /** Comparing 1e999 with its 1,000 digits takes 2.4 µs. */
    private static final int SQUARED_ZEROS_OF_A_UNIT = 4_000;

    private final ApplyLimits limits;
    private final Work work;
    private final long version;
    private final Json first;
    private final List<Step> steps = new ArrayList<>();
    private Json document;
    private Json between;
    private long copiedBytes;

    private PatchApplier(Json document, ApplyLimits limits, Work work) {
        this.work = work;
        this.first = document;
        this.document = document;
        this.between = document;
        this.limits = limits;
        this.version = Versions.of(document) == 0 ? 0 : Versions.of(document) + 1;
    }

    /** As {@link #apply(Json, Patch, ApplyLimits)} with {@link ApplyLimits#DEFAULT}. */
    public static PatchResult apply(Json document, Patch patch) {
        return apply(document, patch, ApplyLimits.DEFAULT);
    }

    /**
     * Does the operations in order on one candidate, and returns either the candidate after the last one or the refusal
     * of the first that cannot be done.
     *
     * <p>The root can be added, replaced, copied and tested, but not removed: a document has always one value.
     */
    public static PatchResult apply(Json document, Patch patch, ApplyLimits limits) {
        return apply(document, patch, limits, Work.unbounded());
    }

    /** As {@link #apply(Json, Patch, ApplyLimits)}, and charges what it takes. */
    public static PatchResult apply(Json document, Patch patch, ApplyLimits limits, Work work) {
        PatchApplier applier = new PatchApplier(document, limits, work);
        for (int i = 0; i < patch.operations().size(); i++) {
            try {
                applier.step(patch.operations().get(i));
            } catch (Refusal refusal) {
                return switch (refusal.kind()) {
                    case MISSING ->
                        new PatchResult.PathMissing(i, refusal.pointer(), refusal.quoted(), refusal.getMessage());
                    case TEST -> new PatchResult.TestFailed(i, refusal.pointer(), refusal.getMessage());
                    case LIMIT -> new PatchResult.OverLimit(i, refusal.pointer(), refusal.getMessage());
                };
            }
        }
        return new PatchResult.Applied(applier.revision());
    }

    /** One that is told its operations one by one; what it does is charged. */
    static PatchApplier on(Json document, ApplyLimits limits, Work work) {
        return new PatchApplier(document, limits, work);
    }

    /** Does one operation more, and says what it did; if it cannot be done, nothing is. */
    Optional<Step> next(Operation operation) {
        Json before = document;
        try {
            return Optional.of(step(operation));
        } catch (Refusal refusal) {
            document = before;
            return Optional.empty();
        }
    }

    Json document() {
        return document;
    }

    /** All that was done so far. */
    Revision revision() {
        return new Revision(first, document, steps);
    }

    private Step step(Operation operation) throws Refusal {
        work.charge(WorkKind.PATCH, UNITS_OF_AN_OPERATION);
        Json before = document;
        between = document;
        Step step = new Step(run(operation), before, between);
        steps.add(step);
        return step;
    }

    private Operation run(Operation operation) throws Refusal {
        return switch (operation) {
            case Operation.Add add -> {
                checkDepth(add.path(), add.value());
                yield new Operation.Add(add(add.path(), fresh(add.value())), add.value());
            }
            case Operation.Remove remove -> {
                document = edit(remove.path(), Edit.REMOVE, Optional.empty());
                yield remove;
            }
            case Operation.Replace replace -> {
                checkDepth(replace.path(), replace.value());
                document = edit(replace.path(), Edit.REPLACE, Optional.of(fresh(replace.value())));
                yield replace;
            }
            case Operation.Move move -> move(move);
            case Operation.Copy copy -> {
                Json value = existing(copy.from());
                measureCopy(copy.path(), value);
                yield new Operation.Copy(copy.from(), add(copy.path(), value));
            }
            case Operation.Test test -> {
                test(test);
                yield test;
            }
        };
    }

    private Operation move(Operation.Move move) throws Refusal {
        Json value = existing(move.from());
        if (move.from().equals(move.path())) {
            return move;
        }
        if (move.path().tokens().size() > move.from().tokens().size()) {
            measureCopy(move.path(), value);
        }
        document = edit(move.from(), Edit.REMOVE, Optional.empty());
        between = document;
        return new Operation.Move(move.from(), add(move.path(), value));
    }

    private void test(Operation.Test test) throws Refusal {
        work.charge(WorkKind.PATCH, unitsOfComparing(test.value()));
        Optional<Json> found = test.path().resolve(document);
        if (found.isEmpty() || !found.get().equals(test.value())) {
            throw new Refusal(
                    Refusal.Kind.TEST,
                    test.path(),
                    "Expected " + Abbreviation.of(test.value()) + " at " + Lookup.place(test.path()) + ", but got "
                            + found.map(Abbreviation::of).orElse("nothing there") + ".");
        }
    }

    /** A number of a few characters, such as 1e999, is written out where it is compared with one of as many digits. */
    private static long unitsOfComparing(Json value) {
        long units = 0;
        if (value instanceof JsonNumber number) {
            long zeros = Math.abs((long) number.value().scale());
            units = zeros * zeros / SQUARED_ZEROS_OF_A_UNIT;
        } else if (value instanceof JsonArray array) {
            for (Json item : array) {
                units += unitsOfComparing(item);
            }
        } else if (value instanceof JsonObject object) {
            for (Json member : object.members().values()) {
                units += unitsOfComparing(member);
            }
        }
        return units;
    }

    private void checkDepth(JsonPointer path, Json value) throws Refusal {
        int depth = path.tokens().size() + value.depth();
        if (depth > limits.maxDepth()) {
            throw new Refusal(
                    Refusal.Kind.LIMIT,
                    path,
                    "Expected at most " + limits.maxDepth() + " levels of nesting, but the value at "
                            + Lookup.place(path) + " would end at level " + depth + ".");
        }
    }

    private void measureCopy(JsonPointer path, Json value) throws Refusal {
        copiedBytes += value.compactBytes();
        if (copiedBytes > limits.maxCopiedBytes()) {
            throw new Refusal(
                    Refusal.Kind.LIMIT,
                    path,
                    "Expected a patch that copies at most " + limits.maxCopiedBytes()
                            + " bytes inside the document, but the operations up to the one at " + Lookup.place(path)
                            + " copy more.");
        }
        checkDepth(path, value);
    }

    private Json existing(JsonPointer from) throws Refusal {
        Json value = document;
        for (int i = 0; i < from.tokens().size(); i++) {
            value = Lookup.child(value, from, i);
        }
        return value;
    }

    /** What the patch brings along is as new as its commit; what it moves or copies is shared as it is. */
    private Json fresh(Json value) {
        return Versions.markAll(value, version);
    }

    /** Returns the path with the index that a final {@code -} got. */
    private JsonPointer add(JsonPointer path, Json value) throws Refusal {
        JsonPointer resolved = resolveEnd(path);
        document = edit(resolved, Edit.ADD, Optional.of(value));
        return resolved;
    }

    private JsonPointer resolveEnd(JsonPointer path) {
        if (path.isRoot() || !path.last().equals(JsonPointer.END)) {
            return path;
        }
        JsonPointer parent = path.parent();
        return parent.resolve(document)
                .filter(JsonArray.class::isInstance)
                .map(array -> parent.child(((JsonArray) array).size()))
                .orElse(path);
    }

    private enum Edit {
        ADD,
        REPLACE,
        REMOVE
    }

    private Json edit(JsonPointer path, Edit edit, Optional<Json> value) throws Refusal {
        if (path.isRoot()) {
            return value.map(root -> Versions.mark(root, version))
                    .orElseThrow(() -> new Refusal(
                            Refusal.Kind.MISSING,
                            path,
                            "Expected a place inside the document to remove, but got the whole document. Replace it"
                                    + " instead."));
        }
        return edit(document, path, 0, edit, value);
    }

    /** Recursion is as deep as the document, since it stops where a token leads nowhere. */
    private Json edit(Json node, JsonPointer path, int at, Edit edit, Optional<Json> value) throws Refusal {
        int children =
                node instanceof JsonObject object ? object.size() : node instanceof JsonArray array ? array.size() : 0;
        work.charge(WorkKind.PATCH, children / CHILDREN_OF_A_UNIT);
        String token = path.tokens().get(at);
        if (at < path.tokens().size() - 1) {
            Json changed = edit(Lookup.child(node, path, at), path, at + 1, edit, value);
            return node instanceof JsonObject object
                    ? object.with(token, changed).withVersion(version)
                    : ((JsonArray) node).with(index(token), changed).withVersion(version);
        }
        if (edit == Edit.ADD && node instanceof JsonObject object) {
            return object.with(token, value.orElseThrow()).withVersion(version);
        }
        if (edit == Edit.ADD && node instanceof JsonArray array) {
            return array.insert(Lookup.insertionIndex(array, path), value.orElseThrow())
                    .withVersion(version);
        }
        Lookup.child(node, path, at);
        if (node instanceof JsonObject object) {
            return (edit == Edit.REMOVE ? object.without(token) : object.with(token, value.orElseThrow()))
                    .withVersion(version);
        }
        JsonArray array = (JsonArray) node;
        return (edit == Edit.REMOVE ? array.without(index(token)) : array.with(index(token), value.orElseThrow()))
                .withVersion(version);
    }

    private static int index(String token) {
        return JsonPointer.arrayIndex(token).orElseThrow();
    }
}
