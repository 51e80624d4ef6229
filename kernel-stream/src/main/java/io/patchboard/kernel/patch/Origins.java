package io.patchboard.kernel.patch;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Taint;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Which log entry last wrote each value of a state (section 3.5 of the paper: what a view leaves out keeps its
 * provenance). It is no part of the state, and of no hash; folding the log makes it again.
 *
 * <p>A value that was moved or copied brings its origins along. A value that was written as a whole has one origin,
 * however large it is; only what was written inside of it later has nodes of its own. So origins take up what was
 * written piece by piece, and a patch costs its operations, the depth at which they act and one block of the array or
 * object that each changes.
 *
 * <p><b>Bound.</b> Beyond 2 MiB of stored text the deepest level is given up, for good: what was written there counts
 * as written by who last wrote something in the value around it.
 */
public final class Origins {

    static final long MOST_BYTES = 2L * 1024 * 1024;

    /** Of a state of which nothing is known. */
    public static final Origins UNKNOWN = of(Origin.UNKNOWN);

    private static final int UNBOUNDED = Integer.MAX_VALUE;

    private final OriginNode root;
    private final int levels;

    /** @param levels below the root that are kept */
    Origins(OriginNode root, int levels) {
        this.root = root;
        this.levels = levels;
    }

    /** Of a state that one entry wrote. */
    public static Origins of(Origin first) {
        return new Origins(OriginNode.of(first), UNBOUNDED);
    }

    OriginNode root() {
        return root;
    }

    int levels() {
        return levels;
    }

    /** How deep it is kept; absent before anything was given up. */
    boolean isCut() {
        return levels != UNBOUNDED;
    }

    /** The entry that last wrote the value at a place as a whole. */
    public Origin of(JsonPointer place) {
        return node(place).own();
    }

    /** The entry that last changed the value at a place, or something inside of it. */
    public Origin latest(JsonPointer place) {
        return node(place).latest();
    }

    private OriginNode node(JsonPointer place) {
        OriginNode node = root;
        for (String token : place.tokens()) {
            node = node.child(token);
        }
        return node;
    }

    /** As stored text at most, in bytes. */
    public long bytes() {
        return root.bytes();
    }

    /** What taints the values of these places, and what they hold. */
    public Set<Taint> taint(PathPattern places) {
        return root.taint(places, 0);
    }

    /** What taints the value at a place, and what it holds. */
    public Set<Taint> taint(JsonPointer place) {
        return node(place).marks().taint();
    }

    /** Whether one entry wrote all that is at a place. */
    public boolean isOfOne(JsonPointer place) {
        return node(place).parts().isEmpty();
    }

    /** What taints any value of the state. */
    public Set<Taint> taint() {
        return root.marks().taint();
    }

    /** Whether a fallback wrote the value at a place, or anything in it. */
    public boolean degraded(JsonPointer place) {
        return root.marks().degraded() && node(place).marks().degraded();
    }

    /**
     * After a change of the state that an entry made.
     *
     * @param labels what taints a value that was taken from a place, whoever wrote it there
     */
    public Origins after(Revision revision, Origin by, Function<JsonPointer, Set<Taint>> labels) {
        return after(revision, by, labels, MOST_BYTES);
    }

    Origins after(Revision revision, Origin by, Function<JsonPointer, Set<Taint>> labels, long mostBytes) {
        Origins next = this;
        for (Step step : revision.steps()) {
            next = next.after(step, by, labels);
        }
        if (next.root.bytes() <= mostBytes || next.root.levels() == 0) {
            return next;
        }
        int kept = OriginLevels.fitting(next.root, mostBytes);
        return new Origins(next.root.cutByLevels(kept), kept);
    }

    /**
     * How many nodes a change may make anew of values that it takes elsewhere, at most: of all that it copies, since
     * they may be more than are kept, and of what comes to a deeper place or is labelled.
     *
     * @param labels what taints a value that is taken from a place
     */
    public long taken(Revision revision, Function<JsonPointer, Set<Taint>> labels) {
        long all = root.bytes() / OriginNode.NODE_BYTES;
        long taken = 0;
        for (Step step : revision.steps()) {
            Optional<JsonPointer> from = step.operation().source();
            int depth = step.operation().path().tokens().size();
            if (from.isPresent()) {
                boolean copied = step.operation() instanceof Operation.Copy;
                boolean deeper = isCut() && depth > from.get().tokens().size();
                long nodes = Math.min(all, values(from.get(), step.before()));
                all += copied ? nodes : 0;
                taken += copied || deeper || !labels.apply(from.get()).isEmpty() ? nodes : 0;
            }
            all += depth;
        }
        return taken;
    }

    /** How many values are in one, itself included, at most: each takes a character and what divides it from others. */
    private static long values(JsonPointer place, Json document) {
        return 1 + place.resolve(document).orElseThrow().canonicalBytes() / 2;
    }

    private Origins after(Step step, Origin by, Function<JsonPointer, Set<Taint>> labels) {
        return switch (step.operation()) {
            case Operation.Add add -> put(add.path(), OriginNode.of(by), step.before(), by);
            case Operation.Replace replace -> edited(replace.path(), Edit.SET, OriginNode.of(by), step.before(), by);
            case Operation.Remove remove -> removed(remove.path(), step.before(), by);
            case Operation.Copy copy -> put(copy.path(), taken(copy.from(), labels), step.before(), by);
            case Operation.Move move
            when !move.from().equals(move.path()) ->
                removed(move.from(), step.before(), by)
                        .put(move.path(), taken(move.from(), labels), step.between(), by);
            case Operation.Move toItself -> this;
            case Operation.Test test -> this;
        };
    }

    /** With the value at a place, and all in it, tainted so, too. */
    Origins tainted(JsonPointer place, Set<Taint> more, Json document) {
        return edited(place, Edit.SET, node(place).tainted(more), document, Origin.UNKNOWN);
    }

    /** With another origin of the value at a place, and of all in it. */
    Origins with(JsonPointer place, Origin origin, Json document, Origin by) {
        return edited(place, Edit.SET, OriginNode.of(origin), document, by);
    }

    private OriginNode taken(JsonPointer from, Function<JsonPointer, Set<Taint>> labels) {
        return node(from).tainted(labels.apply(from));
    }

    private Origins put(JsonPointer place, OriginNode value, Json document, Origin by) {
        return edited(place, Edit.INSERT, value, document, by);
    }

    private Origins removed(JsonPointer place, Json document, Origin by) {
        return edited(place, Edit.REMOVE, OriginNode.of(by), document, by);
    }

    private enum Edit {
        /** Puts a value in place of another. */
        SET,
        /** Puts a member, or an item before others. */
        INSERT,
        REMOVE
    }

    private Origins edited(JsonPointer place, Edit edit, OriginNode value, Json document, Origin by) {
        return new Origins(edited(root, place.tokens(), 0, edit, value, document, by), levels);
    }

    /** Recursion is as deep as the document. */
    private OriginNode edited(
            OriginNode node, List<String> tokens, int at, Edit edit, OriginNode value, Json document, Origin by) {
        if (at == tokens.size()) {
            return value.cut(levels);
        }
        if (at >= levels) {
            return OriginNode.of(Origin.newest(node.latest(), by)
                    .tainted(Taint.union(node.marks().taint(), value.marks().taint()))
                    .degraded(node.marks().degraded() || value.marks().degraded()));
        }
        String token = tokens.get(at);
        OriginNode part = value;
        Edit step = edit;
        if (at < tokens.size() - 1) {
            part = edited(node.child(token), tokens, at + 1, edit, value, child(document, token), by);
            step = Edit.SET;
        } else {
            part = value.cut(levels - at - 1);
        }
        OriginRow parts = document instanceof JsonArray
                ? items(node.parts(), JsonPointer.arrayIndex(token).orElseThrow(), step, part)
                : members(node.parts(), token, step, part);
        return node.with(parts, by);
    }

    private static Json child(Json document, String token) {
        return document instanceof JsonObject object
                ? object.get(token).orElseThrow()
                : ((JsonArray) document).get(JsonPointer.arrayIndex(token).orElseThrow());
    }

    private static OriginRow items(OriginRow parts, int index, Edit edit, OriginNode part) {
        return switch (edit) {
            case SET -> parts.with(index, part);
            case INSERT -> parts.inserted(index, part);
            case REMOVE -> parts.removed(index);
        };
    }

    private static OriginRow members(OriginRow parts, String name, Edit edit, OriginNode part) {
        return edit == Edit.REMOVE ? parts.without(name) : parts.with(name, part);
    }

    /** As {@link #read} reads it. */
    public JsonObject toJson() {
        return OriginsJson.write(this);
    }

    /** @throws RuntimeException if no origins were written so */
    public static Origins read(JsonObject json) {
        return OriginsJson.read(json);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Origins that && (root == that.root || toJson().equals(that.toJson()));
    }

    @Override
    public int hashCode() {
        return toJson().hashCode();
    }

    @Override
    public String toString() {
        return "Origins" + toJson();
    }
}
