package io.patchboard.kernel.schema;

import static io.patchboard.order.KeyOrder.assertOrdered;

import io.patchboard.json.JsonPointer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a schema and its validation keep in hash maps, by names that others choose, maybe of the same hash. */
class KeyOrderTest {

    private static final List<String> COLLIDING = List.of("AaAa", "AaBB", "BBAa", "BBBB");

    private static List<Place> places() {
        return COLLIDING.stream()
                .flatMap(name -> List.of(
                        Place.ROOT.child(name), Place.ROOT.child("x").child(name), new Place(name, JsonPointer.ROOT))
                        .stream())
                .toList();
    }

    @Test
    void places_haveAnOrder() {
        assertOrdered(places());
    }

    @Test
    void placesWithScopes_haveAnOrder() {
        assertOrdered(places().stream()
                .flatMap(place -> List.of(
                        new SchemaCompiler.Key(Place.ROOT, new TreeMap<>(Map.of("a", place))),
                        new SchemaCompiler.Key(Place.ROOT, new TreeMap<>(Map.of("a", place, "b", Place.ROOT))),
                        new SchemaCompiler.Key(Place.ROOT, new TreeMap<>(Map.of("b", place))),
                        new SchemaCompiler.Key(place, Collections.emptySortedMap()))
                        .stream())
                .toList());
    }

    @Test
    void whatIsToldOnce_hasAnOrder() {
        assertOrdered(COLLIDING.stream()
                .flatMap(name -> {
                    JsonPointer at = JsonPointer.ROOT.child(name);
                    return List.of(
                            new JsonSchema.Told(at, "k", JsonPointer.ROOT, Optional.empty()),
                            new JsonSchema.Told(JsonPointer.ROOT, "k", at, Optional.empty()),
                            new JsonSchema.Told(at, name, JsonPointer.ROOT, Optional.empty()),
                            new JsonSchema.Told(at, "k", JsonPointer.ROOT, Optional.of("")),
                            new JsonSchema.Told(at, "k", JsonPointer.ROOT, Optional.of(name)))
                            .stream();
                })
                .toList());
    }
}
