package io.patchboard.kernel.property;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Gates at random places, which ask for random people. */
final class RandomGates {

    private static final List<String> OPTIONS = List.of(
            "{}",
            "{approvers: [ada]}",
            "{approvers: [ada, grace], escalateTo: [ada], timeout: PT20S, onTimeout: escalate}",
            "{timeout: PT30S}",
            "{timeout: PT30S, onTimeout: approve}",
            "{hold: board}",
            "{worker: worker-1}",
            "{fourEyes: true}",
            "{when: 'size(worker) > 3'}");

    private RandomGates() {}

    /** @param paths of the blueprint's state */
    static Json at(List<String> paths, Random random) {
        List<Json> gates = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            if (random.nextInt(6) == 0) {
                JsonObject gate = (JsonObject) Texts.json(OPTIONS.get(random.nextInt(OPTIONS.size())));
                gates.add(gate.with("name", Json.of("gate-" + i))
                        .with("on", JsonObject.of("path", Json.of(paths.get(i)))));
            }
        }
        return JsonArray.copyOf(gates);
    }
}
