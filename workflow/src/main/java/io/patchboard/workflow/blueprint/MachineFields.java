package io.patchboard.workflow.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a state of Amazon States Language says of data and failures: what takes workers, and what no board does. */
final class MachineFields {

    private static final Set<String> NOT_DONE = Set.of(
            "ItemReader",
            "ItemBatcher",
            "ResultWriter",
            "TimeoutSecondsPath",
            "HeartbeatSeconds",
            "HeartbeatSecondsPath");

    /** Of a state, its choices or its catches. */
    private static final Set<String> EVALUATED = Set.of(
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
            "MaxConcurrencyPath",
            "ToleratedFailureCount",
            "ToleratedFailureCountPath",
            "ToleratedFailurePercentage",
            "ToleratedFailurePercentagePath",
            "SecondsPath",
            "Timestamp",
            "TimestampPath",
            "ErrorPath",
            "CausePath");

    private static final Set<String> MAYBE_EXPRESSIONS = Set.of("Seconds", "Error", "Cause", "MaxConcurrency");

    private MachineFields() {}

    /** Whether evaluating workers are needed for any state of a workflow. */
    static boolean areEvaluated(Workflow workflow) {
        return workflow.nodes().anyMatch(node -> isEvaluated(node) || hasOtherErrors(workflow, node));
    }

    private static boolean isEvaluated(Node node) {
        JsonPlace own = JsonPlace.of(node.params()).into("asl");
        return Stream.of(Stream.of(own), own.items("Choices").stream(), own.items("Catch").stream())
                        .flatMap(places -> places)
                        .flatMap(place -> place.members().stream())
                        .anyMatch(field -> EVALUATED.contains(field.name()))
                || own.members().stream()
                        .filter(field -> MAYBE_EXPRESSIONS.contains(field.name()))
                        .anyMatch(field -> field.text().orElse("").startsWith("{%"));
    }

    /** Errors by names that only a state machine has: a fail's, or those of evaluation. */
    private static boolean hasOtherErrors(Workflow workflow, Node node) {
        JsonPlace own = JsonPlace.of(node.params()).into("asl");
        return (own.has("Retry") || own.has("Catch"))
                && workflow.policyOf(node).stream()
                        .anyMatch(policy -> !Stream.concat(
                                        policy.retries().stream().map(Policy.Retry::retryOn),
                                        policy.catches().stream().map(Policy.Catch::onError))
                                .allMatch(PolicyForm::isKnown));
    }

    /** @param unsupported takes what is not done, each with its place */
    static void check(Node node, List<Problem> unsupported) {
        JsonPlace own = new JsonPlace(node.params(), node.at().child("params")).into("asl");
        own.members().stream()
                .filter(field -> NOT_DONE.contains(field.name()))
                .forEach(field -> unsupported.add(new Problem(
                        field.at().toString(), "A state machine's " + field.name() + " cannot be run yet.")));
    }
}
