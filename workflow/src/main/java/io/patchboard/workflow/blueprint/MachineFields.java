package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a state of Amazon States Language says of data and failures: what takes workers, and what no board does. */
final class MachineFields {

    private static final String HEARTBEAT =
            "Expected TimeoutSeconds alone: how long a worker may be silent is its timeout in workers.yaml.";

    /** What is not run, and what to do in its place. */
    private static final Map<String, String> NOT_DONE = Map.of(
            "ItemReader", "Expected the items in the state's input (ItemsPath, Items): nothing is read from S3.",
            "ResultWriter", "Expected the results in the state's output: nothing is written to S3.",
            "TimeoutSecondsPath", "Expected a timeout that is known before the machine runs: TimeoutSeconds.",
            "HeartbeatSeconds", HEARTBEAT,
            "HeartbeatSecondsPath", HEARTBEAT);

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
            "ItemBatcher",
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

    /** Whether a workflow is a state machine. */
    static boolean areOf(Workflow workflow) {
        return JsonPlace.of(workflow.document()).into("meta").has("asl");
    }

    /** Whether evaluating workers are needed for any state of a workflow. */
    static boolean areEvaluated(Workflow workflow) {
        return readsMore(workflow)
                || workflow.nodes()
                        .anyMatch(node -> isEvaluated(node)
                                || mayLeadNowhere(node)
                                || mayChooseNothing(workflow, node)
                                || hasOtherErrors(workflow, node)
                                || leadsErrorOn(workflow, node));
    }

    /** Whether a choice asks for more than its input. */
    private static boolean readsMore(Workflow workflow) {
        return workflow.graphs()
                .flatMap(graph -> graph.edges().stream())
                .flatMap(edge -> edge.guard().stream())
                .anyMatch(guard -> {
                    try {
                        CelExpression.compileCondition(guard, Set.of("input", "output"));
                        return false;
                    } catch (CelCompileException e) {
                        return true; // it was checked, so that is what it reads
                    }
                });
    }

    /** Whether a choice reads a path that need not be there: its state's error, where a guard merely does not hold. */
    private static boolean mayLeadNowhere(Node node) {
        return JsonPlace.of(node.params()).into("asl").items("Choices").stream()
                .anyMatch(rule -> mayLeadNowhere(rule, Set.of()));
    }

    /** Whether a choice has no default: that no rule holds is its state's error, where a board merely waits. */
    private static boolean mayChooseNothing(Workflow workflow, Node node) {
        return JsonPlace.of(node.params()).into("asl").has("Choices")
                && workflow.graphs()
                        .flatMap(graph -> graph.edges().stream())
                        .filter(edge -> edge.from().equals(node.id()))
                        .noneMatch(edge -> edge.guard().filter("true"::equals).isPresent());
    }

    /** @param present paths that are there, or the rule is not asked */
    private static boolean mayLeadNowhere(JsonPlace rule, Set<String> present) {
        List<JsonPlace> all = rule.items("And");
        if (!all.isEmpty()) {
            Set<String> here = new HashSet<>(present);
            for (JsonPlace one : all) {
                if (mayLeadNowhere(one, here)) {
                    return true;
                }
                one.child("IsPresent")
                        .filter(says -> says.value() == JsonBoolean.TRUE)
                        .flatMap(says -> one.text("Variable"))
                        .ifPresent(here::add);
            }
            return false;
        }
        if (rule.has("Or") || rule.has("Not")) {
            return rule.items("Or").stream().anyMatch(one -> mayLeadNowhere(one, present))
                    || rule.has("Not") && mayLeadNowhere(rule.into("Not"), present);
        }
        return !rule.has("IsPresent")
                && rule.members().stream()
                        .filter(member -> member.name().equals("Variable")
                                || member.name().endsWith("Path"))
                        .anyMatch(member -> !present.contains(member.text().orElse("")));
    }

    /** Whether an error leads to a state, which is told it: who catches for a kernel is told what has failed. */
    private static boolean leadsErrorOn(Workflow workflow, Node node) {
        return JsonPlace.of(node.params()).into("asl").has("Catch")
                && workflow.policyOf(node).stream()
                        .flatMap(policy -> policy.handlers().stream())
                        .anyMatch(handler -> workflow.nodes()
                                .anyMatch(other -> other.id().equals(handler) && other.type() != NodeType.FAIL));
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

    /** How long a state machine may run, as a budget of its board; absent if it does not say. */
    static Optional<JsonObject> duration(Workflow workflow, Within within) {
        return JsonPlace.of(workflow.document())
                .into("meta")
                .into("asl")
                .integer("TimeoutSeconds")
                .filter(seconds -> within.isWhole())
                .map(seconds -> JsonObject.of("duration", Json.of("PT" + seconds + "S")));
    }

    /** @param unsupported takes what is not done, each with its place */
    static void check(Node node, List<Problem> unsupported) {
        JsonPlace own = new JsonPlace(node.params(), node.at().child("params")).into("asl");
        own.members().stream()
                .filter(field -> NOT_DONE.containsKey(field.name()))
                .forEach(field -> unsupported.add(new Problem(field.at().toString(), NOT_DONE.get(field.name()))));
        own.members().stream()
                .filter(field -> own.has("ItemBatcher") && field.name().startsWith("ToleratedFailure"))
                .forEach(field -> unsupported.add(new Problem(
                        field.at().toString(), "Expected no tolerance beside ItemBatcher: a batch fails as a whole.")));
    }
}
