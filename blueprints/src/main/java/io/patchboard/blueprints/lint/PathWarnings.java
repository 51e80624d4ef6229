package io.patchboard.blueprints.lint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.blueprint.Index;
import io.patchboard.kernel.blueprint.PathChecks;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.kernel.schema.SchemaPlaces;
import java.util.List;
import java.util.stream.Stream;

/** Finds places that the state's schema forbids and somebody looks at: what was meant never comes true. */
final class PathWarnings {

    private final PathChecks checks;

    PathWarnings(Json schema, SchemaPlaces places) {
        this.checks = new PathChecks(schema, places);
    }

    void check(JsonPlace root, Problems warnings) {
        for (JsonPlace worker : root.child("workers").map(JsonPlace::members).orElse(List.of())) {
            worker.items("write").stream()
                    .filter(grant -> !PathChecks.writes(grant))
                    .flatMap(grant -> grant.child("path").stream())
                    .forEach(path -> checks.check(path, "write", warnings));
        }
        for (JsonPlace rule : root.items("rules")) {
            rule.child("on").ifPresent(on -> watched(on).forEach(path -> checks.check(path, "watch", warnings)));
            rule.child("forEach").ifPresent(path -> checks.check(path, "spread over", warnings));
        }
        Stream<JsonPlace> gates = root.items("gates").stream().flatMap(gate -> gate.child("on").stream());
        Stream<JsonPlace> lookouts =
                root.child("circuit").stream().flatMap(circuit -> circuit.items("touched").stream());
        Stream.concat(gates, lookouts)
                .flatMap(on -> on.child("path").stream())
                .forEach(path -> checks.check(path, "guard", warnings));
        root.items("gates").stream()
                .flatMap(gate -> gate.child("card").stream())
                .flatMap(card -> card.items("show").stream())
                .forEach(path -> checks.check(path, "show", warnings));
        for (JsonPlace step : root.items("neighbourhoods")) {
            step.child("from").ifPresent(path -> checks.check(path, "step from", warnings));
            step.child("to")
                    .filter(to -> to.text().filter(text -> text.startsWith("/")).isPresent())
                    .ifPresent(path -> checks.check(path, "step to", warnings));
        }
        for (JsonPlace invariant : root.items("invariants")) {
            invariant.child("path").ifPresent(path -> checks.check(path, "look at", warnings));
        }
        for (JsonPlace secret : root.items("private")) {
            secret.child("path").ifPresent(path -> checks.check(path, "keep private", warnings));
        }
        root.child("taint").stream()
                .flatMap(taint -> taint.members().stream())
                .flatMap(label -> label.items().stream())
                .forEach(path -> checks.check(path, "mark", warnings));
        root.child("indexes")
                .map(JsonPlace::members)
                .ifPresent(all -> all.forEach(index -> checks.check(Index.path(index), "be found by", warnings)));
        root.child("complete")
                .flatMap(complete -> complete.child("result"))
                .ifPresent(path -> checks.check(path, "deliver", warnings));
    }

    private static Stream<JsonPlace> watched(JsonPlace on) {
        Stream<JsonPlace> parts = Stream.of("all", "any", "of").flatMap(name -> on.items(name).stream());
        return Stream.concat(Stream.of(on), parts).flatMap(part -> part.child("path").stream());
    }
}
