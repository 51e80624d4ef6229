package io.patchboard.trials.play;

import io.patchboard.faults.board.Blackboard;
import io.patchboard.faults.board.PlainBlackboard;
import io.patchboard.faults.board.StructuredBlackboard;
import io.patchboard.faults.tree.Trees;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;

/** The controls of the fault table, which think in trees of their own. */
public final class Boards {

    private Boards() {}

    public static Blackboard plain(JsonObject state) {
        return new PlainBlackboard(Trees.parse(JsonWriter.compact(state)));
    }

    public static Blackboard structured(JsonObject state, JsonObject schema) {
        return new StructuredBlackboard(
                Trees.parse(JsonWriter.compact(state)), Trees.parse(JsonWriter.compact(schema)));
    }
}
