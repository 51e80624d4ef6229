package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a worker was not, or no more, asked for: its attempts were spent, or its board ended. It is asked again when the
 * board is reopened. It has an order, as triggers have one.
 *
 * @param trigger its places follow the items through later changes
 * @param shown the version that a pinned view shows again; absent where a view shows the state of then
 */
public record Abandoned(String worker, Trigger trigger, Optional<Long> shown) implements Comparable<Abandoned> {

    private static final Comparator<Abandoned> ORDER = Comparator.comparing(Abandoned::worker)
            .thenComparing(Abandoned::trigger)
            .thenComparing(one -> one.shown().isPresent())
            .thenComparingLong(one -> one.shown().orElse(0L));

    public Abandoned(String worker, Trigger trigger) {
        this(worker, trigger, Optional.empty());
    }

    /** What somebody was at work on, or was to be. */
    public static List<Abandoned> of(
            List<WaitingInvocation> waiting, Collection<OpenInvocation> open, List<HeldTrigger> held) {
        List<Abandoned> all = new ArrayList<>();
        waiting.forEach(next -> all.add(new Abandoned(next.worker(), next.trigger())));
        open.stream()
                .sorted(Comparator.comparing(OpenInvocation::id))
                .forEach(invocation -> invocation
                        .current()
                        .ifPresent(trigger -> all.add(new Abandoned(invocation.worker(), trigger))));
        held.forEach(match -> match.worker().ifPresent(worker -> all.add(new Abandoned(worker, match.trigger()))));
        return all;
    }

    public Abandoned withTrigger(Trigger moved) {
        return new Abandoned(worker, moved, shown);
    }

    /** Where former states are not kept. */
    public Abandoned withoutState() {
        return new Abandoned(worker, trigger);
    }

    /** Whether it is what this worker is asked for this. */
    public boolean is(String other, Trigger another) {
        return worker.equals(other) && trigger.equals(another);
    }

    @Override
    public int compareTo(Abandoned other) {
        return ORDER.compare(this, other);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("worker", worker)
                .put("trigger", trigger.toJson())
                .putIfPresent("shown", shown.map(Json::of))
                .build();
    }

    static Abandoned read(Fields fields) {
        return new Abandoned(
                fields.string("worker"),
                fields.requiredRecord("trigger", Trigger::read),
                fields.optionalInteger("shown"));
    }

    void measure(BoardSize size) {
        size.item(worker);
        size.add(trigger);
    }
}
