package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.circuit.Footprint;
import io.patchboard.kernel.circuit.Ring;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What a board has done that somebody can undo, and how far that has come.
 *
 * @param done in the order in which it was committed; what was undone, or cannot be, is no longer in it
 * @param patches of all that was done: a commit adds to it, and looks at none of those before it
 * @param started why all of it is undone, since the entry with this sequence; absent while the board goes on
 * @param asked the commit that a handler was asked to undo, and has not yet; absent between two
 * @param left commits that could not be undone
 */
public record Compensations(
        Ring<Done> done, Patches patches, Optional<Started> started, Optional<Long> asked, List<Long> left) {

    public static final Compensations NONE =
            new Compensations(List.of(), Optional.empty(), Optional.empty(), List.of());

    /** They are stored with the board. */
    public static final int MOST = 5_000;

    /** Of all patches together; of what comes when they are as many it is known that it was done, and by whom. */
    private static final long MOST_BYTES = 500_000;

    /** Beyond so many steps of following what moves, it is forgotten what was done for which item. */
    private static final long MOST_STEPS = 100_000;

    /**
     * What one commit did.
     *
     * @param sequence of its entry
     * @param item the place of what it was about; absent where that was no place, or is gone
     * @param patch absent where it was too large to be kept
     */
    public record Done(long sequence, String worker, Optional<String> item, Optional<Json> patch) implements Ring.Item {

        /** Without its patch, see {@link Patches}. */
        @Override
        public Footprint size() {
            return new Footprint(
                    1, Footprint.charsOf(worker) + item.map(Footprint::charsOf).orElse(0L));
        }

        /** As its handler is shown it. */
        public JsonObject toJson() {
            return JsonObject.builder()
                    .put("sequence", sequence)
                    .put("worker", worker)
                    .putStringIfPresent("item", item)
                    .putIfPresent("patch", patch)
                    .build();
        }

        static Done read(Fields fields) {
            return new Done(
                    fields.integer("sequence"),
                    fields.string("worker"),
                    fields.optionalString("item"),
                    fields.optionalJson("patch"));
        }

        public Done withPatch(Optional<Json> other) {
            return new Done(sequence, worker, item, other);
        }

        Done at(Optional<String> place) {
            return new Done(sequence, worker, place, patch);
        }
    }

    /** What patches weigh together. */
    public record Patches(long bytes, long heap) {

        private static Patches of(List<Done> done) {
            return done.stream().map(Patches::of).reduce(new Patches(0, 0), Patches::plus);
        }

        private static Patches of(Done one) {
            return one.patch()
                    .map(patch -> new Patches(patch.canonicalBytes(), patch.heapBytes()))
                    .orElseGet(() -> new Patches(0, 0));
        }

        private Patches plus(Patches more) {
            return new Patches(bytes + more.bytes, heap + more.heap);
        }
    }

    /** The entry with which it began. */
    public record Started(long sequence, CompensationStarted why) {

        JsonObject toJson() {
            return JsonObject.builder()
                    .put("sequence", sequence)
                    .put("why", why.fields())
                    .build();
        }

        static Started read(Fields fields) {
            return new Started(fields.integer("sequence"), fields.requiredRecord("why", CompensationStarted::read));
        }
    }

    private Compensations(List<Done> done, Optional<Started> started, Optional<Long> asked, List<Long> left) {
        this(Ring.copyOf(done), Patches.of(done), started, asked, left);
    }

    /** Which commit is undone next: the last one. */
    public Optional<Done> next() {
        return done.isEmpty() ? Optional.empty() : Optional.of(done.get(done.size() - 1));
    }

    public Optional<Done> find(long sequence) {
        return done.stream().filter(one -> one.sequence() == sequence).findFirst();
    }

    public Compensations plus(Done one) {
        Patches more = patches.plus(Patches.of(one));
        return more.bytes() <= MOST_BYTES
                ? new Compensations(done.append(one, Integer.MAX_VALUE), more, started, asked, left)
                : new Compensations(
                        done.append(one.withPatch(Optional.empty()), Integer.MAX_VALUE), patches, started, asked, left);
    }

    /** Only what the entry names is undone. */
    public Compensations begun(long sequence, CompensationStarted entry) {
        Set<Long> undoes = Set.copyOf(entry.undoes());
        return new Compensations(
                done.stream().filter(one -> undoes.contains(one.sequence())).toList(),
                Optional.of(new Started(sequence, entry)),
                Optional.empty(),
                List.of());
    }

    /** A handler was asked. */
    public Compensations asking(long commit) {
        return new Compensations(done, patches, started, Optional.of(commit), left);
    }

    /** A commit is undone. */
    public Compensations undone(long commit) {
        return new Compensations(
                done.stream().filter(one -> one.sequence() != commit).toList(), started, Optional.empty(), left);
    }

    /** A commit cannot be undone. */
    public Compensations gaveUp(long commit) {
        List<Long> all = new ArrayList<>(left);
        all.add(commit);
        return new Compensations(undone(commit).done(), started, Optional.empty(), List.copyOf(all));
    }

    /** Items are followed wherever a change moves them. */
    public Compensations after(Json before, Relocation relocation) {
        if (relocation.isNone()
                || done.isEmpty()
                || done.stream().allMatch(one -> one.item().isEmpty())) {
            return this;
        }
        Function<String, Optional<String>> moved = (long) done.size() * relocation.size() > MOST_STEPS
                ? place -> Optional.empty()
                : place -> TriggerRelocation.after(place, before, relocation);
        return new Compensations(
                done.stream().map(one -> one.at(one.item().flatMap(moved))).toList(), started, asked, left);
    }

    /** Absent where there is nothing. */
    Optional<Json> toJson() {
        return equals(NONE)
                ? Optional.empty()
                : Optional.of(JsonObject.builder()
                        .put(
                                "done",
                                JsonArray.copyOf(done.stream().map(Done::toJson).toList()))
                        .putIfPresent("started", started.map(Started::toJson))
                        .putIfPresent("asked", asked.map(JsonNumber::of))
                        .putLongsIfAny("left", left)
                        .build());
    }

    /** Of the member {@code compensations}. */
    static Compensations read(Fields owner) {
        return owner.optionalRecord(
                        "compensations",
                        fields -> new Compensations(
                                fields.records("done", Done::read),
                                fields.optionalRecord("started", Started::read),
                                fields.optionalInteger("asked"),
                                fields.integers("left")))
                .orElse(NONE);
    }

    void measure(BoardSize size) {
        size.add(done.total());
        size.states(patches.bytes(), patches.heap());
        started.ifPresent(began -> size.state(began.why().fields()));
        left.forEach(any -> size.item(""));
    }
}
