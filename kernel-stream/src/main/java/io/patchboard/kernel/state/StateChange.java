package io.patchboard.kernel.state;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.circuit.Footprint;
import io.patchboard.kernel.circuit.Ring;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.record.Fields;
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
    private final List<JsonPointer> disturbed;
    private final Relocation relocation;
    private final Optional<Author> author;

    /** Of its {@link Footprint}, which is made anew when it is asked for: a board remembers many changes. */
    private final int items;

    private final int chars;

    /** A worker that answers one trigger, in as many attempts as it takes. */
    public record Author(String worker, Trigger trigger) {}

    /**
     * A change.
     *
     * @param version that the commit made
     * @param places of the values that it wrote
     * @param disturbed objects and arrays that lost something, or whose items moved
     * @param relocation where it moved what was there
     * @param author whose answer it was, where that worker may be shown an older version again
     */
    public StateChange(
            long version,
            List<JsonPointer> places,
            List<JsonPointer> disturbed,
            Relocation relocation,
            Optional<Author> author) {
        this.version = version;
        this.places = places;
        this.disturbed = disturbed;
        this.relocation = relocation;
        this.author = author;
        Footprint size = BoardSize.ofChange(this);
        this.items = Math.toIntExact(size.items());
        this.chars = Math.toIntExact(size.chars());
    }

    /** One that says no more than where something changed. */
    public StateChange(long version, List<JsonPointer> places) {
        this(version, places, List.of(), Relocation.NONE, Optional.empty());
    }

    /**
     * One of which nobody knows any more what it changed, so that it may be anything.
     *
     * @param relocation what is known of where it moved what was there
     */
    public static StateChange ofAnything(long version, Relocation relocation, Optional<Author> author) {
        return new StateChange(version, List.of(JsonPointer.ROOT), List.of(), relocation, author);
    }

    /** The same, but nobody knows where items of arrays went. */
    StateChange withoutRelocation() {
        return new StateChange(version, places, disturbed, Relocation.UNKNOWN, author);
    }

    public long version() {
        return version;
    }

    public List<JsonPointer> places() {
        return places;
    }

    public List<JsonPointer> disturbed() {
        return disturbed;
    }

    public Relocation relocation() {
        return relocation;
    }

    public Optional<Author> author() {
        return author;
    }

    @Override
    public Footprint size() {
        return new Footprint(items, chars);
    }

    /** How much there is to it, for bounds on what is remembered. */
    public int weight() {
        return places.size() + disturbed.size() + relocation.size();
    }

    /**
     * Whether it changed what is at a place after it, or something inside or around that. That items only moved along
     * changed their array, but not them.
     */
    public boolean touches(JsonPointer pointer) {
        for (JsonPointer place : places) {
            if (place.isPrefixOf(pointer) || pointer.isPrefixOf(place)) {
                return true;
            }
        }
        for (JsonPointer place : disturbed) {
            if (pointer.isPrefixOf(place)) {
                return true;
            }
        }
        return false;
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
                && disturbed.equals(that.disturbed)
                && relocation.equals(that.relocation)
                && author.equals(that.author);
    }

    @Override
    public int hashCode() {
        return Objects.hash(version, places, disturbed, relocation, author);
    }

    @Override
    public String toString() {
        return "StateChange[version=" + version + ", places=" + places + ", disturbed=" + disturbed + ", relocation="
                + relocation + ", author=" + author + "]";
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("version", version)
                .put("places", array(places))
                .putIfPresent("disturbed", Optional.of(array(disturbed)).filter(lost -> !lost.isEmpty()))
                .putIfPresent("relocation", Optional.of(relocation.toJson()).filter(steps -> !steps.isEmpty()))
                .putStringIfPresent("worker", author.map(Author::worker))
                .putIfPresent("trigger", author.map(by -> by.trigger().toJson()))
                .build();
    }

    private static JsonArray array(List<JsonPointer> places) {
        return JsonArray.ofStrings(places.stream().map(JsonPointer::toString).toList());
    }

    static StateChange read(Fields fields) {
        return new StateChange(
                fields.integer("version"),
                places(fields, "places"),
                places(fields, "disturbed"),
                fields.optionalJson("relocation")
                        .map(steps -> Relocation.read((JsonArray) steps))
                        .orElse(Relocation.NONE),
                fields.optionalString("worker")
                        .map(worker -> new Author(worker, fields.requiredRecord("trigger", Trigger::read))));
    }

    private static List<JsonPointer> places(Fields fields, String name) {
        return fields.strings(name).stream().map(JsonPointer::parse).toList();
    }
}
