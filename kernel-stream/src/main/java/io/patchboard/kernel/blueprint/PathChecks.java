package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaPlaces;
import io.patchboard.kernel.schema.WorkBudget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds paths that lead out of the state's schema, which are typing mistakes as a rule. What a worker may write and no
 * state can hold is an error: every such proposal would be rejected. The rest only never comes true.
 */
final class PathChecks {

    private static final long MOST_STEPS = 1_000_000;
    private static final JsonPointer SCHEMA = new JsonPointer(List.of("state", "schema"));

    private final SchemaPlaces places;
    private final WorkBudget work = new WorkBudget(MOST_STEPS);
    private final Map<String, Optional<JsonPointer>> known = new HashMap<>();

    PathChecks(SchemaPlaces places) {
        this.places = places;
    }

    void check(Node root, Problems problems, Problems warnings) {
        List<Node> workers = root.child("workers").map(Node::members).orElse(List.of());
        for (Node worker : workers) {
            for (Node grant : worker.items("write")) {
                boolean writes = grant.items("op").stream()
                        .anyMatch(operation -> !operation.value().equals(Json.of("test")));
                grant.child("path").ifPresent(path -> check(path, "write", writes ? problems : warnings));
            }
            worker.items("read").forEach(path -> check(path, "read", warnings));
        }
        for (Node rule : root.items("rules")) {
            rule.child("on").ifPresent(on -> watched(on).forEach(path -> check(path, "watch", warnings)));
            rule.child("forEach").ifPresent(path -> check(path, "spread over", warnings));
        }
        for (Node invariant : root.items("invariants")) {
            invariant.child("path").ifPresent(path -> check(path, "look at", warnings));
        }
        for (Node secret : root.items("private")) {
            secret.child("path").ifPresent(path -> check(path, "keep private", warnings));
        }
        root.child("complete")
                .flatMap(complete -> complete.child("result"))
                .ifPresent(path -> check(path, "deliver", warnings));
    }

    private static Stream<Node> watched(Node on) {
        Stream<Node> parts = Stream.of("all", "any", "of").flatMap(name -> on.items(name).stream());
        return Stream.concat(Stream.of(on), parts).flatMap(part -> part.child("path").stream());
    }

    private void check(Node path, String what, Problems found) {
        path.text().flatMap(this::forbidden).ifPresent(keyword -> {
            String place = path.text().orElseThrow();
            found.add(
                    path.at(),
                    "Expected a place to " + what + " that the state's schema allows, but nothing can ever be at "
                            + place + ": " + SCHEMA + keyword
                            + " forbids it. Correct the path, or add the place to the schema.");
        });
    }

    private Optional<JsonPointer> forbidden(String path) {
        return known.computeIfAbsent(path, text -> {
            try {
                return places.forbids(PathPattern.parse(text), work);
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // reported already
            }
        });
    }
}
