package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.patchboard.faults.tree.Trees;

/** Evidence review on paragraphs of HotpotQA. */
final class EvidenceWorld extends World {

    EvidenceWorld() {
        super("evidence", new ClaimPlace("/claims", "/sources"), "extractor");
    }

    @Override
    public ArrayNode answer(Turn turn) {
        ArrayNode patch = Trees.array();
        switch (turn.worker()) {
            case "extractor" ->
                turn.situation()
                        .factsOf(turn.item().path("handle").asText())
                        .forEach(fact -> patch.add(claim(turn, fact)));
            case "verifier" -> {
                String claim = "/claims/" + turn.token(1);
                patch.add(Trees.op("replace", claim + "/status", "verified"));
                if (turn.dice().chance(0.3)) {
                    patch.add(Trees.op("add", claim + "/note", "Checked against the paragraph."));
                }
            }
            default -> patch.add(Trees.op("add", "/answer", answerOf(turn)));
        }
        return patch;
    }

    @Override
    public JsonNode claim(Turn turn, Fact fact) {
        return Trees.op("add", "/claims/-", fact.toClaim().put("status", "draft"));
    }

    private static JsonNode answerOf(Turn turn) {
        ArrayNode cites = Trees.array();
        int index = 0;
        for (JsonNode claim : turn.state().get("claims")) {
            if (claim.get("status").textValue().equals("verified")) {
                cites.add(index);
            }
            index++;
        }
        return Trees.object()
                .put("text", "See the " + cites.size() + " claims cited.")
                .put("confidence", 1)
                .set("cites", cites);
    }
}
