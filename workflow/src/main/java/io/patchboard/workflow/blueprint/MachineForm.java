package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A graph of a state machine whose states say something of data. Each state is a worker that evaluates what it says and
 * hands on to the next, by adding to that state's list in {@code /to}; a task, map or parallel has one before it and
 * one behind it. So what a state makes of data is work of a gateway, and in the log.
 */
final class MachineForm {

    private static final Set<NodeType> CALLERS = Set.of(NodeType.TASK, NodeType.MAP, NodeType.PARALLEL);

    /** Evaluating fails for good or not at all; a wait is an answer that it is not time yet. */
    private static final JsonObject EVALUATE = JsonObject.builder()
            .put(
                    "retry",
                    JsonArray.of(
                            JsonObject.of("retryOn", JsonArray.ofStrings(List.of("timeout", "bug")))
                                    .with("maxAttempts", Json.of(3L)),
                            JsonObject.of("maxAttempts", Json.of(1L))))
            .put("outage", JsonObject.of("patience", Json.of("P3650D")))
            .put("onExhausted", "halt")
            .build();

    private final Workflow workflow;
    private final Within within;
    private final Set<String> names;
    private final Parts parts;
    private final Set<String> evaluating;
    private final List<Problem> unsupported;
    private final boolean context;
    private final boolean jsonata;
    private final JsonObject.Builder workers = JsonObject.builder();
    private final List<Json> rules = new ArrayList<>();
    private final Map<String, Json> policies = new LinkedHashMap<>();

    private MachineForm(
            Workflow workflow,
            Within within,
            boolean jsonata,
            Set<String> names,
            Parts parts,
            Set<String> evaluating,
            List<Problem> unsupported) {
        this.workflow = workflow;
        this.within = within;
        this.jsonata = jsonata;
        this.names = names;
        this.parts = parts;
        this.evaluating = evaluating;
        this.unsupported = unsupported;
        String text = workflow.document().toString();
        this.context = text.contains("$$") || text.contains("states.context");
    }

    /** @param evaluating takes the names of workers that evaluate */
    static JsonObject of(Workflow workflow, Parts parts, Set<String> evaluating, List<Problem> unsupported) {
        boolean jsonata =
                isJsonata(JsonPlace.of(workflow.document()).into("meta").into("asl"), false);
        Set<String> names = workflow.nodes().map(Node::id).collect(Collectors.toSet());
        return new MachineForm(workflow, Within.WHOLE, jsonata, names, parts, evaluating, unsupported)
                .blueprint(workflow.name());
    }

    private static boolean isJsonata(JsonPlace said, boolean outer) {
        return said.text("QueryLanguage").map("JSONata"::equals).orElse(outer);
    }

    private JsonObject blueprint(String name) {
        workflow.graph().nodes().forEach(this::add);
        workflow.graph().edges().stream()
                .filter(edge -> !edge.isControl())
                .forEach(edge -> refuse(
                        edge.at(),
                        "Expected no data edges beside what a state machine says of data; they are not run."));
        Optional<JsonObject> duration = MachineFields.duration(workflow, within);
        policies.put(OwnBoard.POLICY, OwnBoard.ONCE);
        policies.put(MachineState.POLICY, EVALUATE);
        return JsonObject.builder()
                .put("apiVersion", "patchboard/v1")
                .put("name", name)
                .put("state", state())
                .put("workers", workers.build())
                .put("rules", JsonArray.copyOf(rules))
                .put("policies", JsonObject.copyOf(policies))
                .put("circuit", PolicyForm.CIRCUIT_OF_TURNS)
                .put("budgets", OwnBoard.budgets(duration))
                .putStringIfPresent(
                        "onIncident", within.isWhole() && duration.isEmpty() ? Optional.empty() : Optional.of("halt"))
                .put(
                        "complete",
                        JsonObject.of("when", Json.of("has(state.result)"))
                                .with("result", Json.of(within.isWhole() ? "/result/output" : "/result")))
                .build();
    }

    private JsonObject state() {
        JsonObject.Builder to = JsonObject.builder();
        JsonObject.Builder none = JsonObject.builder();
        JsonObject.Builder outputs = JsonObject.builder();
        Set<String> starts = workflow.starts(workflow.graph());
        if (starts.size() != 1) {
            refuse(workflow.graph().at().child("nodes"), "Expected one state that begins, but got " + starts + ".");
        }
        for (Node node : workflow.graph().nodes()) {
            to.put(
                    node.id(),
                    starts.contains(node.id())
                            ? JsonArray.of(OwnBoard.input(within.isWhole() ? "" : "/input"))
                            : JsonArray.EMPTY);
            none.put(node.id(), JsonArray.EMPTY);
            outputs.put(
                    node.id(), JsonObject.of("type", Json.of("array")).with("items", StateForm.schema(node.output())));
        }
        JsonObject initial = JsonObject.of("to", to.build())
                .with("again", none.build())
                .with("asked", none.build())
                .with("outputs", none.build())
                .with("kept", JsonObject.EMPTY)
                .with("variables", within.isWhole() ? JsonObject.EMPTY : OwnBoard.input("/variables"));
        if (!within.isWhole()) {
            initial = initial.with("context", OwnBoard.input("/context"));
        } else if (context) {
            initial = initial.with("input", OwnBoard.input(""));
        }
        JsonObject schema = JsonObject.of("type", Json.of("object"))
                .with("properties", JsonObject.of("outputs", JsonObject.of("properties", outputs.build())))
                .with("$defs", new StateForm(workflow, within).definitions());
        return JsonObject.of("schema", schema).with("initial", initial);
    }

    private void add(Node node) {
        MachineFields.check(node, unsupported);
        if (node.params().has("items")) {
            refuse(
                    node.at().child("params").child("items"),
                    "Expected ItemsPath or Items, as the states around it have.");
        }
        workflow.policyOf(node)
                .flatMap(Policy::compensation)
                .ifPresent(taken -> refuse(
                        taken.at(),
                        "Expected no compensation beside what a state machine says of data; it is not run."));
        MachineState state =
                new MachineState(workflow, node, isJsonata(asl(node), jsonata), within, context, unsupported);
        if (CALLERS.contains(node.type())) {
            addCaller(node, state);
        } else {
            evaluate(node.id(), state.alone());
            enter(node, node.id());
            if (node.type() == NodeType.WAIT) {
                enterAgain(node, node.id());
            }
        }
    }

    private static JsonPlace asl(Node node) {
        return JsonPlace.of(node.params()).into("asl");
    }

    private void addCaller(Node node, MachineState state) {
        String before = free(node.id() + ".in");
        String behind = free(node.id() + ".out");
        String caught = free(node.id() + ".caught");
        evaluate(before, state.before());
        evaluate(behind, state.behind());
        evaluate(caught, state.caught());
        enter(node, before);
        enterAgain(node, before);
        rules.add(rule(node.id(), "asked", node, node.id()).build());
        rules.add(rule(behind, "outputs", node, behind).build());
        workflow.policyOf(node)
                .ifPresent(policy -> policies.put(
                        node.id() + ".policy", new PolicyForm(workflow, unsupported).caughtBy(policy, caught)));
        JsonObject.Builder worker =
                new WorkerForm(workflow, within, Routes.none(workflow), parts, unsupported).called(node);
        workflow.policyOf(node).ifPresent(policy -> worker.put("policy", node.id() + ".policy"));
        if (node.type() == NodeType.TASK) {
            worker.put("read", JsonArray.ofStrings(List.of(MachineState.each("asked", node))));
        } else {
            worker.put("kind", "board").put("board", gather(node));
        }
        workers.put(node.id(), worker.build());
    }

    private void evaluate(String name, JsonObject worker) {
        evaluating.add(name);
        workers.put(name, worker);
    }

    private void enter(Node node, String worker) {
        rules.add(rule(worker, "to", node, worker)
                .putIfPresent("loopGuards", new GuardForm(workflow).of(Route.from(Optional.empty()), node))
                .build());
    }

    private void enterAgain(Node node, String worker) {
        rules.add(rule(free(worker + ".again"), "again", node, worker).build());
    }

    /** A name that no state of the whole machine has. */
    private String free(String name) {
        String free = name;
        for (int i = 2; names.contains(free); i++) {
            free = name + "-" + i;
        }
        return free;
    }

    private static JsonObject.Builder rule(String name, String list, Node node, String worker) {
        return JsonObject.builder()
                .put("name", name)
                .put(
                        "on",
                        JsonObject.of("op", JsonArray.ofStrings(List.of("add")))
                                .with("path", Json.of(MachineState.each(list, node))))
                .put("invoke", worker);
    }

    private JsonObject gather(Node node) {
        if (within.depth() == Within.DEEPEST) {
            refuse(node.at(), "Expected at most " + Within.DEEPEST + " maps and parallels within one another.");
            return JsonObject.EMPTY;
        }
        GatherForm form = new GatherForm(workflow, within, parts, unsupported);
        boolean map = node.type() == NodeType.MAP;
        JsonObject.Builder inner = JsonObject.builder();
        List<Json> starts = new ArrayList<>();
        for (int i = 0; i < node.graphs().size(); i++) {
            String name = map ? "body" : "branch-" + i;
            Within deeper = new Within(within.depth() + 1, false);
            JsonObject part = new MachineForm(
                            workflow.of(node.graphs().get(i)),
                            deeper,
                            isJsonata(asl(node), jsonata),
                            names,
                            parts,
                            evaluating,
                            unsupported)
                    .blueprint(workflow.name() + "." + node.id() + "." + name);
            inner.put(
                    name,
                    OwnBoard.worker(
                            node.name(),
                            OwnBoard.of(parts.add(part), OwnBoard.PART, "path + '/result'"),
                            "/parts/*/result"));
            starts.add(form.rule(node, name, map ? "/parts/*" : "/parts/" + i));
        }
        JsonObject blueprint = JsonObject.builder()
                .put("apiVersion", "patchboard/v1")
                .put("name", workflow.name() + "." + node.id())
                .put(
                        "state",
                        JsonObject.of("schema", JsonObject.of("type", Json.of("object")))
                                .with("initial", OwnBoard.input("")))
                .put("workers", inner.build())
                .put("rules", JsonArray.copyOf(starts))
                .put("policies", JsonObject.of(OwnBoard.POLICY, form.policy(node)))
                .put("budgets", OwnBoard.budgets(Optional.empty()))
                .put("onIncident", "halt")
                // An error that is not tolerated ends it, and with it those that are still at work.
                .put(
                        "complete",
                        JsonObject.of(
                                        "when",
                                        Json.of(
                                                "size(state.parts.filter(part, has(part.result) && has(part.result.error)))"
                                                        + " > state.tolerated || state.parts.all(part, has(part.result))"))
                                .with("result", Json.of("/parts")))
                .build();
        return OwnBoard.of(parts.add(blueprint), "item", OwnBoard.outputs(node));
    }

    private void refuse(JsonPointer at, String message) {
        unsupported.add(new Problem(at.toString(), message));
    }
}
