package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Privileges;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaPlaces;
import io.patchboard.kernel.schema.WorkBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A grant by which a worker can destroy what others made, for whoever has to agree to a blueprint: it takes values
 * away, or replaces a whole array or the whole state, be it by adding one in its place.
 *
 * @param pointer of the grant
 * @param operations by which it does
 * @param path where
 */
public record Destruction(JsonPointer pointer, String worker, List<String> operations, String path) {

    private static final String REPLACE = "replace";
    /** What replaces where something is, unless that is an item of an array, before which it inserts. */
    private static final Set<String> INSERTIONS = Set.of("add", "copy");

    /** All of a blueprint, by worker. */
    public static List<Destruction> of(Blueprint blueprint) {
        List<Destruction> found = new ArrayList<>();
        SchemaPlaces places = blueprint.stateSchema().places();
        WorkBudget work = new WorkBudget(WorkflowChecks.MOST_STEPS);
        for (JsonPlace worker : JsonPlace.of(blueprint.source()).into("workers").members()) {
            for (JsonPlace grant : worker.items("write")) {
                String path = grant.text("path").orElseThrow();
                List<String> operations = new ArrayList<>(Privileges.destructive(grant));
                if (path.isEmpty() || areArrays(path, places, work)) {
                    boolean items = !path.isEmpty() && mayBeItems(path, places, work);
                    grant.items("op").stream()
                            .flatMap(operation -> operation.text().stream())
                            .filter(operation -> operation.equals(REPLACE) || INSERTIONS.contains(operation) && !items)
                            .forEach(operations::add);
                }
                if (!operations.isEmpty()) {
                    found.add(new Destruction(grant.at(), worker.name(), List.copyOf(operations), path));
                }
            }
        }
        return found;
    }

    /** Whether what is there is certainly no object, and may have items. */
    private static boolean areArrays(String path, SchemaPlaces places, WorkBudget work) {
        PathPattern pattern = PathPattern.parse(path);
        return !pattern.isDeep()
                && places.areArrays(pattern, work)
                && places.forbids(PathPattern.parse(path + "/" + JsonPointer.END), work)
                        .isEmpty();
    }

    /** Whether what is there may be an item of an array. */
    private static boolean mayBeItems(String path, SchemaPlaces places, WorkBudget work) {
        int last = path.lastIndexOf('/');
        String step = path.substring(last + 1);
        boolean mayBeIndex = step.equals("*")
                || step.equals(JsonPointer.END)
                || JsonPointer.arrayIndex(step).isPresent();
        return mayBeIndex
                && places.excludes(PathPattern.parse(path.substring(0, last)), JsonArray.EMPTY, true, work)
                        .isEmpty();
    }

    /** For people. */
    public String message() {
        return "Worker \"" + worker + "\" can destroy what is at " + (path.isEmpty() ? "the root" : path) + ": "
                + String.join(", ", operations) + ".";
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("pointer", pointer.toString())
                .put("worker", worker)
                .put("op", JsonArray.ofStrings(operations))
                .put("path", path)
                .build();
    }
}
