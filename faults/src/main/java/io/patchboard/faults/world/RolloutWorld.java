package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.patchboard.faults.tree.Pointers;
import io.patchboard.faults.tree.Trees;

/** Services are changed in stages, after their risks were looked up and somebody approved. */
final class RolloutWorld extends World {

    RolloutWorld() {
        super("rollout", new ClaimPlace("/risks", "/runbooks"), "analyst");
    }

    @Override
    public ArrayNode answer(Turn turn) {
        ArrayNode patch = Trees.array();
        switch (turn.worker()) {
            case "planner" -> plan(turn, patch);
            case "analyst" ->
                turn.situation()
                        .factsAbout(turn.item().path("service").asText())
                        .forEach(fact -> patch.add(claim(turn, fact)));
            case "approver" -> {
                patch.add(Trees.op("replace", "/plan/approved", Trees.value(true)));
                for (int i = 0; i < turn.state().at("/plan/stages").size(); i++) {
                    patch.add(Trees.op("replace", "/plan/stages/" + i + "/status", "ready"));
                }
            }
            default -> operate(turn, patch);
        }
        return patch;
    }

    @Override
    public JsonNode claim(Turn turn, Fact fact) {
        return Trees.op("add", "/risks/-", fact.toClaim());
    }

    private static void plan(Turn turn, ArrayNode patch) {
        turn.state()
                .get("services")
                .fieldNames()
                .forEachRemaining(service -> patch.add(Trees.op(
                        "add",
                        "/plan/stages/-",
                        Trees.object()
                                .put("service", service)
                                .put("to", "8." + turn.dice().below(10) + ".0")
                                .put("percent", turn.dice().between(5, 100))
                                .put("status", "planned"))));
        patch.add(Trees.op("add", "/plan/note", "One service after the other."));
    }

    private static void operate(Turn turn, ArrayNode patch) {
        String stage = "/plan/stages/" + turn.token(2);
        JsonNode planned = Pointers.at(turn.state(), stage);
        String service = "/services/" + planned.get("service").textValue();
        patch.add(Trees.op("replace", service + "/version", planned.get("to")));
        if (turn.dice().chance(0.5)) {
            patch.add(Trees.op(
                    "replace", service + "/replicas", Trees.value(turn.dice().between(2, 12))));
        }
        if (turn.dice().chance(0.5)) {
            patch.add(Trees.op(
                    "add", service + "/flags/canary", Trees.value(turn.dice().chance(0.5))));
        }
        patch.add(Trees.op("replace", stage + "/status", "done"));
    }
}
