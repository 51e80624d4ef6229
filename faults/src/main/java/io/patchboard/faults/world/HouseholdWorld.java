package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.patchboard.faults.tree.Pointers;
import io.patchboard.faults.tree.Trees;

/** Games of ALFWorld: a plan is made and carried out step by step; what is seen becomes beliefs. */
final class HouseholdWorld extends World {

    HouseholdWorld() {
        super("household", new ClaimPlace("/beliefs", "/observations"), "observer");
    }

    @Override
    public ArrayNode answer(Turn turn) {
        ArrayNode patch = Trees.array();
        switch (turn.worker()) {
            case "planner" -> {
                turn.situation()
                        .input()
                        .get("walkthrough")
                        .forEach(step -> patch.add(Trees.op(
                                "add",
                                "/plan/-",
                                Trees.object().put("status", "todo").set("action", step))));
                patch.add(Trees.op("replace", "/cursor", Trees.value(1)));
            }
            case "actor" -> act(turn, patch);
            default -> turn.situation().factsOf(turn.token(1)).forEach(fact -> patch.add(claim(turn, fact)));
        }
        return patch;
    }

    @Override
    public JsonNode claim(Turn turn, Fact fact) {
        return Trees.op("add", "/beliefs/-", fact.toClaim());
    }

    private static void act(Turn turn, ArrayNode patch) {
        int cursor = turn.state().get("cursor").intValue();
        String action = turn.state().at("/plan/" + (cursor - 1) + "/action").asText();
        patch.add(Trees.op("replace", "/plan/" + (cursor - 1) + "/status", "done"));
        if (action.startsWith("take ")) {
            String[] parts = action.substring(5).split(" from ");
            patch.add(Trees.op("add", "/inventory/-", parts[0]));
            place(turn, patch, parts[0], "inventory");
        } else if (action.startsWith("move ")) {
            String[] parts = action.substring(5).split(" to ");
            patch.add(Trees.op("remove", "/inventory/0"));
            place(turn, patch, parts[0], parts[1]);
        } else if (action.startsWith("clean ")) {
            String object = action.substring(6).split(" with ")[0];
            patch.add(Trees.op("replace", "/objects/" + object + "/condition/clean", Trees.value(true)));
        } else if (action.startsWith("cool ")) {
            String object = action.substring(5).split(" with ")[0];
            patch.add(Trees.op("replace", "/objects/" + object + "/condition/heat", "cool"));
        }
        patch.add(Trees.op("replace", "/cursor", Trees.value(cursor + 1)));
    }

    private static void place(Turn turn, ArrayNode patch, String object, String where) {
        if (!Pointers.at(turn.state(), "/objects/" + object).isMissingNode()) {
            patch.add(Trees.op("replace", "/objects/" + object + "/at", where));
        }
    }
}
