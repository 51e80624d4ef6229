package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import java.util.Map;

/** Checks how far work may be handed down: to a fallback, from there to one more, and no further. */
final class Fallbacks {

    private Fallbacks() {}

    static void check(JsonPlace root, Map<String, WorkerRole> workers, Problems problems) {
        workers.values().stream()
                .filter(WorkerRole::degraded)
                .forEach(first -> first.catchers().stream()
                        .filter(name -> workers.containsKey(name))
                        .map(workers::get)
                        .filter(second ->
                                second.degraded() && !second.catchers().isEmpty())
                        .forEach(second -> problems.add(
                                root.at().child("workers").child(second.name()),
                                "Expected at most two fallbacks after one another, but worker \"" + first.name()
                                        + "\" is caught by \"" + second.name() + "\", and that by \""
                                        + second.catchers().get(0) + "\". Give \"" + second.name()
                                        + "\" a policy without a catch.")));
    }
}
