package io.patchboard.standalone.http;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Gate;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.PathPattern;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Who may read and write what: the paths that a blueprint's contracts name, by those who may. */
final class Access {

    /** Of paths with one another, for each who asks: some tens of milliseconds. */
    static final long MOST_COMPARISONS = 2_000_000;

    private Access() {}

    /** Absent where there are too many to compare each with each. */
    static Optional<JsonArray> json(Blueprint blueprint) {
        Set<PathPattern> paths = new TreeSet<>(Comparator.comparing(PathPattern::toString));
        long compared = blueprint.gates().size();
        for (WorkerRole role : blueprint.workers().values()) {
            paths.addAll(role.reads());
            role.writes().forEach(grant -> paths.add(grant.path()));
            compared += role.reads().size()
                    + role.writes().size()
                    + role.hidden().patterns().size();
        }
        return compared * paths.size() > MOST_COMPARISONS
                ? Optional.empty()
                : Optional.of(JsonArray.copyOf(
                        paths.stream().<Json>map(path -> json(path, blueprint)).toList()));
    }

    private static JsonObject json(PathPattern path, Blueprint blueprint) {
        JsonObject.Builder writes = JsonObject.builder();
        for (WorkerRole role : blueprint.workers().values()) {
            Set<String> operations = new TreeSet<>();
            role.writes().stream()
                    .filter(grant -> grant.path().meets(path))
                    .map(WriteGrant::operations)
                    .forEach(operations::addAll);
            if (!operations.isEmpty()) {
                writes.put(role.name(), JsonArray.ofStrings(operations));
            }
        }
        return JsonObject.builder()
                .put("path", path.toString())
                .put(
                        "reads",
                        JsonArray.ofStrings(blueprint.workers().values().stream()
                                .filter(role -> mayRead(role, path))
                                .map(WorkerRole::name)
                                .toList()))
                .put("writes", writes.build())
                .put(
                        "gates",
                        JsonArray.ofStrings(blueprint.gates().stream()
                                .filter(gate -> gate.on()
                                        .filter(change -> change.path().meets(path))
                                        .isPresent())
                                .map(Gate::name)
                                .toList()))
                .build();
    }

    /** It, or a part of it, that is not private to others. */
    private static boolean mayRead(WorkerRole role, PathPattern path) {
        return role.reads().stream().anyMatch(read -> read.meets(path))
                && role.hidden().patterns().stream().noneMatch(hidden -> hidden.coversAll(path));
    }
}
