package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One graph of a workflow as a blueprint: the whole, the body of a map, or a branch of a parallel. */
final class GraphForm {

    /** How what is made beside the nodes is called. */
    private static final String OWN = "workflow.";

    private final Workflow workflow;
    private final Within within;
    private final List<Problem> unsupported;
    private final Routes routes;
    private final GuardForm guards;
    private final List<Node> callers;
    private final WorkerForm workers;
    private final EndForm ends;

    /**
     * @param workflow whose graph is this one
     * @param parts takes the blueprints of boards that this one's has made for it
     * @param unsupported takes what a blueprint cannot say
     */
    GraphForm(Workflow workflow, Within within, Parts parts, List<Problem> unsupported) {
        this.workflow = workflow;
        this.within = within;
        this.unsupported = unsupported;
        this.routes = Routes.of(workflow, unsupported);
        this.guards = new GuardForm(workflow);
        this.callers = workflow.graph().nodes().stream().filter(this::isWorker).toList();
        this.workers = new WorkerForm(workflow, within, routes, parts, unsupported);
        this.ends =
                new EndForm(within.isWhole() && !MachineFields.areOf(workflow), routes, workers, parts, unsupported);
    }

    /** Whether it is asked for something: also to fail, if an edge leads there and not only an error. */
    private boolean isWorker(Node node) {
        return Routes.isCaller(node)
                || node.type() == NodeType.FAIL && !routes.to(node).isEmpty();
    }

    JsonObject blueprint(String name) {
        workflow.graph().nodes().forEach(node -> MachineFields.check(node, unsupported));
        workflow.graph().edges().stream().filter(edge -> !edge.isControl()).forEach(this::checkData);
        Optional<JsonObject> duration = MachineFields.duration(workflow, within);
        RepairForm repairs = new RepairForm(workflow, routes);
        List<Json> contracts = new ContractForm(workflow, routes, workers, unsupported).invariants();
        JsonObject.Builder all = JsonObject.builder();
        List<Json> rules = new ArrayList<>();
        for (Node node : callers) {
            checkName(node);
            all.put(node.id(), repairs.bounded(node, workers.worker(node)));
            rules.addAll(rules(node));
        }
        ends.worker().ifPresent(worker -> all.put(OwnBoard.LIST, worker));
        ends.ways()
                .forEach(way -> rules.add(rule(way, OwnBoard.LIST, OwnBoard.LIST + "." + (rules.size() + 1))
                        .build()));
        return JsonObject.builder()
                .put("apiVersion", "patchboard/v1")
                .put("name", name)
                .put(
                        "state",
                        new StateForm(workflow, within)
                                .of(callers, routes, ends.worker().isPresent()))
                .put("workers", all.build())
                .put("rules", JsonArray.copyOf(rules))
                .putIfPresent("neighbourhoods", listed(repairs.neighbourhoods()))
                .putIfPresent("invariants", listed(contracts))
                .put("policies", policies())
                .put("circuit", PolicyForm.CIRCUIT)
                .put("budgets", OwnBoard.budgets(duration))
                .putStringIfPresent(
                        "onIncident", within.isWhole() && duration.isEmpty() ? Optional.empty() : Optional.of("halt"))
                .put("complete", ends.complete())
                .build();
    }

    private static Optional<Json> listed(List<Json> items) {
        return items.isEmpty() ? Optional.empty() : Optional.of(JsonArray.copyOf(items));
    }

    /** Items and branches see what they are given, and who calls nobody makes nothing. */
    private void checkData(Edge edge) {
        Optional<Node> from = workflow.graph().node(edge.from()).filter(Routes::isCaller);
        Optional<Node> to = workflow.graph().node(edge.to()).filter(node -> node.type() == NodeType.TASK);
        if (from.isEmpty() || to.isEmpty()) {
            unsupported.add(new Problem(
                    edge.at().toString(),
                    "Expected data edges from a task, map or parallel to a task; what others bring, nobody sees."));
        }
    }

    private void checkName(Node node) {
        if (node.id().startsWith(OWN)) {
            unsupported.add(new Problem(
                    node.at().child("id").toString(),
                    "Expected an id without " + OWN + " in front, but got \"" + node.id() + "\"."));
        }
    }

    private List<Json> rules(Node node) {
        List<Route> ways = routes.to(node);
        List<Json> rules = new ArrayList<>();
        for (int i = 0; i < ways.size(); i++) {
            Route way = ways.get(i);
            rules.add(rule(way, node.id(), ways.size() == 1 ? node.id() : node.id() + "." + (i + 1))
                    .putIfPresent("loopGuards", guards.of(way, node))
                    .build());
        }
        return rules;
    }

    private static JsonObject.Builder rule(Route way, String worker, String name) {
        JsonObject on = JsonObject.of("op", JsonArray.ofStrings(List.of("add"))).with("path", Json.of(way.trigger()));
        return JsonObject.builder()
                .put("name", name)
                .put("on", on)
                .putStringIfPresent("when", Route.all(way.guards()))
                .put("invoke", worker)
                .putIfPresent(
                        "delay",
                        Optional.of(way.seconds())
                                .filter(seconds -> seconds.signum() > 0)
                                .map(PolicyForm::duration));
    }

    private JsonObject policies() {
        PolicyForm form = new PolicyForm(workflow, unsupported);
        Map<String, Json> policies = new LinkedHashMap<>();
        for (Node node : callers) {
            if (Routes.isWork(node)) {
                workflow.policyOf(node)
                        .ifPresent(policy -> policies.computeIfAbsent(
                                node.policyRef().orElse(Workflow.DEFAULT_POLICY), name -> form.of(policy)));
            }
        }
        policies.put(OwnBoard.POLICY, OwnBoard.ONCE);
        return JsonObject.copyOf(policies);
    }
}
