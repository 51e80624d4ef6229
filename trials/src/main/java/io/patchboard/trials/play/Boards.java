package io.patchboard.trials.play;

import io.patchboard.faults.board.Blackboard;
import io.patchboard.faults.board.PlainBlackboard;
import io.patchboard.faults.board.StructuredBlackboard;
import io.patchboard.faults.tree.Trees;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;

/** The controls of the fault table, which think in trees of their own. */
final class Boards {

    private Boards() {}

    static Blackboard plain(JsonObject state) {
        return new PlainBlackboard(Trees.parse(JsonWriter.compact(state)));
    }

    static Blackboard structured(JsonObject state, JsonObject schema) {
        return new StructuredBlackboard(
                Trees.parse(JsonWriter.compact(state)), Trees.parse(JsonWriter.compact(schema)));
    }
}
