package io.patchboard.workflow.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Node;
import java.util.List;
import java.util.Set;

/** What a state of Amazon States Language says of data and failures that no board does, named with its place. */
final class MachineFields {

    private static final Set<String> NOT_DONE = Set.of(
            "InputPath",
            "OutputPath",
            "Parameters",
            "ResultSelector",
            "ResultPath",
            "Arguments",
            "Output",
            "Assign",
            "Items",
            "ItemSelector",
            "ItemReader",
            "ItemBatcher",
            "ResultWriter",
            "MaxConcurrencyPath",
            "ToleratedFailureCount",
            "ToleratedFailureCountPath",
            "ToleratedFailurePercentage",
            "ToleratedFailurePercentagePath",
            "TimeoutSecondsPath",
            "HeartbeatSeconds",
            "HeartbeatSecondsPath");

    private MachineFields() {}

    /** @param unsupported takes them */
    static void check(Node node, List<Problem> unsupported) {
        JsonPlace own = new JsonPlace(node.params(), node.at().child("params")).into("asl");
        own.members().stream()
                .filter(field -> NOT_DONE.contains(field.name()))
                .forEach(field -> unsupported.add(new Problem(
                        field.at().toString(), "A state machine's " + field.name() + " cannot be run yet.")));
    }
}
