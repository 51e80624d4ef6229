package io.patchboard.record;

import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Why a worker was invoked.
 *
 * <p>Triggers have an order so that a hash map finds one quickly among others of the same hash, which are easily made.
 *
 * @param rule the name of the workflow rule
 * @param sequence the log entry that the rule matched
 * @param path JSON Pointer to the item that the rule matched; absent for rules on the board as a whole
 * @param paths JSON Pointers to all items, where several brought the invocation about (joins, batches,
 *     {@code forEach}); empty otherwise
 * @param actionId the idempotency key of the logical action, the same over all attempts at it, whoever makes them;
 *     absent where the worker's role has no key
 * @param iteration which turn it is of the loop that the rule belongs to, from 1; absent where the rule has no loop
 *     guards, or they have not let it through yet
 */
public record Trigger(
        String rule,
        long sequence,
        Optional<String> path,
        List<String> paths,
        Optional<String> actionId,
        Optional<Long> iteration)
        implements Comparable<Trigger> {

    private static final Comparator<Trigger> ORDER = Comparator.comparing(Trigger::rule)
            .thenComparingLong(Trigger::sequence)
            .thenComparing(Trigger::path, Trigger::compare)
            .thenComparing(Trigger::paths, Trigger::compare)
            .thenComparing(Trigger::actionId, Trigger::compare)
            .thenComparing(Trigger::iteration, Trigger::compare);

    public Trigger(String rule, long sequence, Optional<String> path, List<String> paths) {
        this(rule, sequence, path, paths, Optional.empty(), Optional.empty());
    }

    public Trigger(String rule, long sequence, Optional<String> path) {
        this(rule, sequence, path, List.of());
    }

    /** @throws FieldException if a field is missing */
    public static Trigger read(Fields fields) {
        return new Trigger(
                fields.string("rule"),
                fields.integer("sequence"),
                fields.optionalString("path"),
                fields.strings("paths"),
                fields.optionalString("actionId"),
                fields.optionalInteger("iteration"));
    }

    public Trigger withAction(Optional<String> other) {
        return new Trigger(rule, sequence, path, paths, other, iteration);
    }

    public Trigger withIteration(long number) {
        return new Trigger(rule, sequence, path, paths, actionId, Optional.of(number));
    }

    /** With other places of the items. */
    public Trigger at(Optional<String> item, List<String> items) {
        return new Trigger(rule, sequence, item, items, actionId, iteration);
    }

    /** Its rule and item alone, by which two stand for the same. */
    public Trigger ofItem() {
        return new Trigger(rule, 0, path);
    }

    @Override
    public int compareTo(Trigger other) {
        return ORDER.compare(this, other);
    }

    private static <T extends Comparable<T>> int compare(Optional<T> one, Optional<T> other) {
        return one.isPresent() && other.isPresent()
                ? one.get().compareTo(other.get())
                : Boolean.compare(one.isPresent(), other.isPresent());
    }

    private static int compare(List<String> some, List<String> others) {
        return Arrays.compare(some.toArray(String[]::new), others.toArray(String[]::new));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("rule", rule)
                .put("sequence", sequence)
                .putStringIfPresent("path", path)
                .putStringsIfAny("paths", paths)
                .putStringIfPresent("actionId", actionId)
                .putIfPresent("iteration", iteration.map(JsonNumber::of))
                .build();
    }
}
