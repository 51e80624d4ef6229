package io.patchboard.faults.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.patchboard.faults.tree.Pointers;
import io.patchboard.faults.tree.Trees;

/** Sections go back and forth between author and reviewer, up to four times, until they are final. */
final class DocumentWorld extends World {

    private static final int MOST_REVISIONS = 4;

    DocumentWorld() {
        super("document", new ClaimPlace("/sections/*/statements", "/references"), "author");
    }

    @Override
    public ArrayNode answer(Turn turn) {
        ArrayNode patch = Trees.array();
        String section = "/sections/" + turn.token(1);
        JsonNode now = Pointers.at(turn.state(), section);
        int revision = now.get("remarks").size();
        if (turn.worker().equals("author")) {
            String body = "Version " + (revision + 1) + " of the text on the "
                    + now.get("heading").textValue() + ".";
            patch.add(Trees.op("replace", section + "/body", body));
            patch.add(Trees.op("add", section + "/words", Trees.value(body.split(" ").length)));
            if (now.get("statements").isEmpty()) {
                turn.situation()
                        .factsAbout(now.get("heading").textValue())
                        .forEach(fact -> patch.add(claim(turn, fact)));
            }
            patch.add(Trees.op("replace", section + "/status", "review"));
        } else if (revision < MOST_REVISIONS && turn.dice().chance(0.6)) {
            patch.add(Trees.op("add", section + "/remarks/-", "Remark " + (revision + 1) + ": more on the period."));
            patch.add(Trees.op("replace", section + "/status", "draft"));
        } else {
            patch.add(Trees.op("replace", section + "/status", "final"));
        }
        return patch;
    }

    @Override
    public JsonNode claim(Turn turn, Fact fact) {
        return Trees.op("add", "/sections/" + turn.token(1) + "/statements/-", fact.toClaim());
    }
}
