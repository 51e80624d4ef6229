package io.patchboard.kernel.state;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Relocation;
import io.patchboard.record.Fields;
import io.patchboard.record.Rejection;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A rejection that later views tell of, and where in the state it was (section 3.5 of the paper: feedback of the same
 * worker or state region).
 *
 * @param rejection as the worker is told of it under whose name it is kept
 * @param sequence of its log entry; 0 if it was stored before places were kept
 * @param author whose proposal it was
 * @param trigger what the author had been invoked for, with the places that its items have by now; absent if it had not
 *     been invited
 * @param places that the patch named, and the spot that was found wrong; a final {@code -} is no item that is there
 */
public record RememberedRejection(
        Rejection rejection, long sequence, String author, Optional<Trigger> trigger, List<JsonPointer> places) {

    /** Characters of a rejection's message that are kept, as many as a view shows; the log has all. */
    public static final int MESSAGE_CHARS = 240;

    public RememberedRejection {
        places = List.copyOf(places);
    }

    /** One of which nobody knows where it was. */
    public static RememberedRejection of(Rejection rejection, String author) {
        return new RememberedRejection(rejection, 0, author, Optional.empty(), List.of());
    }

    /** The same as somebody else may be told of it. */
    public RememberedRejection withRejection(Rejection told) {
        return new RememberedRejection(told, sequence, author, trigger, places);
    }

    /** All places that it has to do with: what the author was invoked for, and what its patch named. */
    public List<JsonPointer> region() {
        return Stream.concat(trigger.stream().flatMap(RememberedRejection::items), places.stream())
                .toList();
    }

    private static Stream<JsonPointer> items(Trigger trigger) {
        return Stream.concat(trigger.path().stream(), trigger.paths().stream()).map(JsonPointer::parse);
    }

    /** How many places it names. */
    public int weight() {
        return places.size() + trigger.map(known -> 1 + known.paths().size()).orElse(0);
    }

    /**
     * With the places that what it was about has after a change.
     *
     * @param staysPut whether the trigger means an older state
     * @return absent if all of that is gone
     */
    public Optional<RememberedRejection> after(Json before, Relocation relocation, boolean staysPut) {
        List<JsonPointer> left = places.stream()
                .flatMap(place ->
                        (place.resolve(before).isEmpty() ? Optional.of(place) : relocation.after(place)).stream())
                .toList();
        Optional<Trigger> moved =
                trigger.flatMap(known -> staysPut ? trigger : TriggerRelocation.after(known, before, relocation));
        if (trigger.isPresent() && moved.isEmpty() || !places.isEmpty() && left.isEmpty() && moved.isEmpty()) {
            return Optional.empty();
        }
        return left.equals(places) && moved.equals(trigger)
                ? Optional.of(this)
                : Optional.of(new RememberedRejection(rejection, sequence, author, moved, left));
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder().putAll(rejection.toJson());
        if (sequence > 0) {
            json.put("sequence", sequence).put("author", author);
        }
        return json.putIfPresent("trigger", trigger.map(Trigger::toJson))
                .putStringsIfAny(
                        "places", places.stream().map(JsonPointer::toString).toList())
                .build();
    }

    /** @param worker under whose name it is kept */
    static RememberedRejection read(Fields fields, String worker) {
        return new RememberedRejection(
                Rejection.read(fields),
                fields.optionalInteger("sequence").orElse(0L),
                fields.optionalString("author").orElse(worker),
                fields.optionalRecord("trigger", Trigger::read),
                fields.strings("places").stream().map(JsonPointer::parse).toList());
    }

    void measure(BoardSize size) {
        size.add(rejection);
        size.text(author);
        trigger.ifPresent(size::add);
        places.forEach(place -> size.text(place.toString()));
    }
}
