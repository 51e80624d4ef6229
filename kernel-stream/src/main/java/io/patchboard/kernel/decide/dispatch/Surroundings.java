package io.patchboard.kernel.decide.dispatch;

import io.patchboard.json.Digest;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Neighbours;
import io.patchboard.kernel.blueprint.Reach;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.rules.ChangedItems;
import io.patchboard.kernel.rules.Conditions;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Neighbourhood;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Finds what is near to what an invocation is about, step by step, the nearest first. Lives for one invocation. */
final class Surroundings {

    /** They are stored with the invocation, and each operation of its answer is held against them. */
    private static final int MOST = 250;

    private final List<Neighbours> neighbours;
    private final Json state;
    private final Conditions conditions;

    /** Charges each place that is visited, also in vain. */
    private final Consumer<JsonPointer> visits;

    /**
     * By members that are compared, the objects that have each value which nobody has asked for yet: whoever asks again
     * for a value comes to what was found. Values are found by their digests, which cannot be made to collide, as hash
     * codes can.
     */
    private final Map<PathPattern, Map<Digest, List<JsonPointer>>> owners = new HashMap<>();

    /** @param conditions over the same state */
    Surroundings(List<Neighbours> neighbours, Json state, Conditions conditions, Work work) {
        this.neighbours = neighbours;
        this.state = state;
        this.conditions = conditions;
        this.visits = ChangedItems.visits(work);
    }

    /**
     * The neighbourhood of some places, without what is private to others, and without those that the role may neither
     * read nor write: a name tells what is there.
     *
     * @param failures attempts of the worker that have failed
     */
    Neighbourhood of(List<JsonPointer> about, WorkerRole role, Reach reach, long failures) {
        List<Neighbours> followed = neighbours.stream()
                .filter(step -> reach.kinds().contains(step.kind()))
                .toList();
        long radius = reach.after(failures);
        Set<JsonPointer> found = new LinkedHashSet<>();
        about.stream().limit(MOST).forEach(found::add);
        List<JsonPointer> outermost = List.copyOf(found);
        for (long step = 0; step < radius && !outermost.isEmpty(); step++) {
            List<JsonPointer> next = new ArrayList<>();
            for (JsonPointer place : outermost) {
                followed.stream()
                        .flatMap(each -> from(place, each))
                        .takeWhile(target -> found.size() < MOST)
                        .filter(found::add)
                        .forEach(next::add);
            }
            outermost = next;
        }
        return new Neighbourhood(
                radius,
                found.stream()
                        .filter(place -> !role.hidden().hides(place) && isOfContract(place, role))
                        .map(JsonPointer::toString)
                        .toList());
    }

    private boolean isOfContract(JsonPointer place, WorkerRole role) {
        return role.contract().anyMatch(pattern -> {
            visits.accept(place);
            return pattern.covers(place) || pattern.mayMatchBelow(place);
        });
    }

    private Stream<JsonPointer> from(JsonPointer place, Neighbours step) {
        return switch (step.to()) {
            case Neighbours.Equal equal ->
                values(place, step.from(), step.from().depth() - 1).stream()
                        .flatMap(from -> equal(from, equal.members()));
            case Neighbours.Computed computed ->
                values(place, step.from(), step.from().depth()).stream().flatMap(from -> computed(from, computed));
        };
    }

    /**
     * The values that steps lead from at a place: those in it, or those of what it lies inside of.
     *
     * @param depth of what a place lies inside of, in tokens
     */
    private List<JsonPointer> values(JsonPointer place, PathPattern from, int depth) {
        JsonPointer at = from.isDeep() || place.tokens().size() <= depth ? place : place.first(depth);
        visits.accept(at);
        return at.resolve(state)
                .map(value -> from.expandUnder(at, value, visits))
                .orElse(List.of());
    }

    private Stream<JsonPointer> equal(JsonPointer from, PathPattern members) {
        return items(from.resolve(state).orElse(JsonArray.EMPTY))
                .peek(item -> visits.accept(from))
                .map(Json::digest)
                .distinct()
                .flatMap(value -> Stream.ofNullable(owners(members).remove(value)))
                .flatMap(List::stream);
    }

    private Stream<JsonPointer> computed(JsonPointer from, Neighbours.Computed computed) {
        return conditions.texts(computed.places(), from, from.resolve(state).orElseThrow()).stream()
                .flatMap(text -> place(text).stream());
    }

    private Optional<JsonPointer> place(String text) {
        try {
            JsonPointer place = JsonPointer.parse(text);
            visits.accept(place);
            return place.resolve(state).map(value -> place);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // what is no place is next to nothing
        }
    }

    private Map<Digest, List<JsonPointer>> owners(PathPattern members) {
        return owners.computeIfAbsent(members, pattern -> {
            Map<Digest, List<JsonPointer>> byValue = new HashMap<>();
            for (JsonPointer place : pattern.expand(state, visits)) {
                items(place.resolve(state).orElseThrow()).forEach(item -> {
                    visits.accept(place);
                    byValue.computeIfAbsent(item.digest(), any -> new ArrayList<>())
                            .add(place.parent());
                });
            }
            return byValue;
        });
    }

    private static Stream<Json> items(Json value) {
        return value instanceof JsonArray array ? array.stream() : Stream.of(value);
    }
}
