package io.patchboard.kernel.schema;

import static io.patchboard.order.KeyOrder.assertOrdered;

import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
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
        Scope one = new Scope(1, new TreeMap<>());
        Scope other = new Scope(2, new TreeMap<>());
        assertOrdered(places().stream()
                .flatMap(place -> Stream.of(new SchemaCompiler.Key(place, one), new SchemaCompiler.Key(place, other)))
                .toList());
    }

    @Test
    void setsOfAnchors_haveAnOrder() {
        assertOrdered(Stream.concat(
                        Stream.of(new Scopes.Bindings(new TreeMap<>())),
                        places().stream()
                                .flatMap(place -> Stream.of(
                                        new Scopes.Bindings(new TreeMap<>(Map.of("a", place))),
                                        new Scopes.Bindings(new TreeMap<>(Map.of("a", place, "b", Place.ROOT))),
                                        new Scopes.Bindings(new TreeMap<>(Map.of("b", place))))))
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
