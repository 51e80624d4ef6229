package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Checks who undoes what: compensation only with idempotency (ALAS, section 3.2, rule 5). */
final class Handlers {

    private Handlers() {}

    static void check(JsonPlace root, SortedMap<String, WorkerRole> workers, Problems problems) {
        for (JsonPlace worker : root.child("workers").map(JsonPlace::members).orElse(List.of())) {
            worker.child("compensation").ifPresent(node -> check(worker, node, workers, problems));
        }
    }

    private static void check(
            JsonPlace worker, JsonPlace node, SortedMap<String, WorkerRole> workers, Problems problems) {
        String name = worker.at().last();
        Optional<String> handler = node.text("worker");
        if (handler.filter(other -> !workers.containsKey(other)).isPresent()) {
            problems.add(node.at().child("worker"), problems.unknown("worker", workers.keySet(), handler.get()));
        }
        if (handler.filter(name::equals).isPresent()) {
            problems.add(
                    node.at().child("worker"),
                    "Expected another worker that undoes what \"" + name + "\" has done, but got itself.");
        }
        if (worker.child("idempotencyKey").isEmpty() && !node.flag("idempotent")) {
            problems.add(
                    node.at(),
                    "Expected an idempotencyKey of worker \"" + name
                            + "\" beside its compensation, but there is none: what may be done twice cannot be undone"
                            + " once. Say idempotent: true if that does no harm.");
        }
    }
}
