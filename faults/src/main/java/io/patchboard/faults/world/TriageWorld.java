package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.patchboard.faults.tree.Trees;

/** Tickets are sorted, explained from logs, and answered. */
final class TriageWorld extends World {

    TriageWorld() {
        super("triage", new ClaimPlace("/diagnoses", "/logs"), "diagnostician");
    }

    @Override
    public ArrayNode answer(Turn turn) {
        ArrayNode patch = Trees.array();
        String ticket = turn.token(1);
        String at = "/tickets/" + ticket;
        switch (turn.worker()) {
            case "triager" -> {
                patch.add(Trees.op("replace", at + "/severity", turn.dice().pickOf("low", "medium", "high")));
                patch.add(Trees.op("add", at + "/labels/-", turn.dice().pickOf("backend", "customer", "night-shift")));
                if (turn.dice().chance(0.5)) {
                    patch.add(Trees.op(
                            "add", at + "/due", "2026-12-" + turn.dice().between(10, 28)));
                }
            }
            case "diagnostician" -> {
                turn.situation().facts().stream()
                        .filter(fact -> fact.extra().path("ticket").asText().equals(ticket))
                        .forEach(fact -> patch.add(claim(turn, fact)));
                patch.add(Trees.op("replace", at + "/status", "triaged"));
            }
            default -> {
                patch.add(Trees.op(
                        "add",
                        at + "/comments/-",
                        Trees.object()
                                .put("author", "responder")
                                .put("text", "We found the cause of " + ticket + ".")));
                patch.add(Trees.op("replace", at + "/status", "resolved"));
            }
        }
        return patch;
    }

    @Override
    public JsonNode claim(Turn turn, Fact fact) {
        return Trees.op("add", "/diagnoses/-", fact.toClaim());
    }
}
