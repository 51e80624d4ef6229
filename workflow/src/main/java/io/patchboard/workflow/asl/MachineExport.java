package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Findings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Graphs as machines. */
final class MachineExport {

    private static final String WORKER = "arn:aws:states:us-east-1:000000000000:activity:";

    private final Workflow workflow;
    private final Findings findings;
    private final Map<String, List<String>> made = new TreeMap<>();

    MachineExport(Workflow workflow, Findings findings) {
        this.workflow = workflow;
        this.findings = findings;
    }

    /** Fields by state that no node asked for, but without which there is no state of its type. */
    Map<String, List<String>> made() {
        return made;
    }

    JsonObject machine() {
        JsonPlace own = JsonPlace.of(workflow.document()).into("meta").into(MachineImport.OWN);
        JsonObject rest = own.value() instanceof JsonObject said ? said : JsonObject.EMPTY;
        return graph(workflow.graph(), rest, isJsonata(rest, false));
    }

    private static boolean isJsonata(JsonObject said, boolean outer) {
        return JsonPlace.of(said).text("QueryLanguage").map("JSONata"::equals).orElse(outer);
    }

    private JsonObject graph(Graph graph, JsonObject rest, boolean jsonata) {
        Optional<String> start = start(graph);
        if (start.isEmpty()) {
            findings.unsupported(
                    graph.at(), "Expected one node that begins, as StartAt names one state, but got none or several.");
            return rest;
        }
        Set<String> reached = reached(graph, start.get());
        JsonObject states = JsonObject.EMPTY;
        for (Node node : graph.nodes()) {
            if (reached.contains(node.id())) {
                states = states.with(node.id(), state(graph, node, jsonata));
            }
        }
        return rest.with("StartAt", Json.of(start.get())).with("States", states);
    }

    /** What begins: said, or what nothing leads to. */
    static Optional<String> start(Graph graph, Workflow workflow) {
        if (graph.start().isPresent()) {
            return graph.start();
        }
        Set<String> starts = new LinkedHashSet<>();
        graph.nodes().forEach(node -> starts.add(node.id()));
        graph.edges().stream().filter(Edge::isControl).map(Edge::to).forEach(starts::remove);
        graph.nodes().stream().flatMap(node -> workflow.policyOf(node).stream()).forEach(policy -> {
            policy.catches().forEach(caught -> starts.remove(caught.handlerNode()));
            policy.compensation().ifPresent(handler -> starts.remove(handler.handlerNode()));
        });
        return starts.size() == 1 ? starts.stream().findFirst() : Optional.empty();
    }

    private Optional<String> start(Graph graph) {
        return start(graph, workflow);
    }

    /** What a state machine can come to; who only takes something back is none of it. */
    private Set<String> reached(Graph graph, String start) {
        Set<String> reached = new LinkedHashSet<>();
        List<String> open = new ArrayList<>(List.of(start));
        while (!open.isEmpty()) {
            String id = open.remove(open.size() - 1);
            if (reached.add(id)) {
                Stream.concat(
                                control(graph, id).stream().map(Edge::to),
                                graph.node(id).filter(MachineExport::catches).flatMap(workflow::policyOf).stream()
                                        .flatMap(policy -> policy.catches().stream())
                                        .map(Policy.Catch::handlerNode))
                        .forEach(open::add);
            }
        }
        return reached;
    }

    private static boolean catches(Node node) {
        return Set.of(NodeType.TASK, NodeType.MAP, NodeType.PARALLEL).contains(node.type());
    }

    private static List<Edge> control(Graph graph, String id) {
        return graph.edges().stream()
                .filter(edge -> edge.isControl() && edge.from().equals(id))
                .toList();
    }

    private JsonObject state(Graph graph, Node node, boolean outer) {
        String type = node.type().name().charAt(0) + node.type().word().substring(1);
        JsonObject own =
                node.params().get(MachineImport.OWN).orElse(null) instanceof JsonObject kept ? kept : JsonObject.EMPTY;
        JsonObject state = own.with("Type", Json.of(type));
        boolean jsonata = isJsonata(own, outer);
        List<Edge> onward = control(graph, node.id());
        if (node.type() == NodeType.CHOICE) {
            state = choices(node, state, onward);
        } else if (onward.size() > 1) {
            findings.unsupported(
                    onward.get(1).at(),
                    "Expected one edge onward from \"" + node.id()
                            + "\", as a state has one Next, but got more. Work side by side is a parallel.");
        } else if (onward.size() == 1) {
            state = state.with("Next", Json.of(onward.get(0).to()));
        } else if (node.type() != NodeType.SUCCEED && node.type() != NodeType.FAIL) {
            state = state.with("End", JsonBoolean.TRUE);
        }
        state = inner(node, state, jsonata);
        if (node.type() == NodeType.TASK && !state.has("Resource")) {
            state = make(node, state, "Resource", Json.of(WORKER + node.id().replaceAll("[^A-Za-z0-9_.-]", "-")));
        }
        if (node.type() == NodeType.WAIT) {
            state = delay(node, state);
        }
        JsonObject policy = workflow.policyOf(node)
                .flatMap(found -> found.at().resolve(workflow.document()))
                .map(PolicyForm::of)
                .orElse(JsonObject.EMPTY);
        JsonObject with = PolicyExport.apply(state, type, policy, jsonata);
        for (String field : List.of("Retry", "Catch", "TimeoutSeconds")) {
            if (with.has(field) && !with.get(field).equals(own.get(field))) {
                made.computeIfAbsent(node.id(), id -> new ArrayList<>()).add(field);
            }
        }
        return with;
    }

    private JsonObject make(Node node, JsonObject state, String field, Json value) {
        made.computeIfAbsent(node.id(), id -> new ArrayList<>()).add(field);
        return state.with(field, value);
    }

    private JsonObject delay(Node node, JsonObject state) {
        if (Stream.of("Seconds", "SecondsPath", "Timestamp", "TimestampPath").anyMatch(state::has)) {
            return state;
        }
        Optional<Json> seconds = node.params().get("seconds");
        Optional<Json> until = node.params().get("until");
        if (seconds.isEmpty() && until.isEmpty()) {
            findings.unsupported(
                    node.at(),
                    "Expected params.seconds or params.until of the wait \"" + node.id()
                            + "\", as a Wait state says how long, but got neither.");
            return state;
        }
        return seconds.map(value -> make(node, state, "Seconds", value))
                .orElseGet(() -> make(node, state, "Timestamp", until.orElseThrow()));
    }

    private JsonObject inner(Node node, JsonObject state, boolean jsonata) {
        if (node.type() == NodeType.PARALLEL) {
            List<JsonPlace> rests = JsonPlace.of(state).items("Branches");
            List<Json> branches = new ArrayList<>();
            for (int i = 0; i < node.graphs().size(); i++) {
                boolean kept = i < rests.size() && rests.get(i).isObject();
                branches.add(graph(
                        node.graphs().get(i), kept ? (JsonObject) rests.get(i).value() : JsonObject.EMPTY, jsonata));
            }
            return state.with("Branches", JsonArray.copyOf(branches));
        }
        if (node.type() == NodeType.MAP) {
            String field = state.has("Iterator") ? "Iterator" : "ItemProcessor";
            boolean kept = state.get(field).orElse(null) instanceof JsonObject;
            JsonObject with = concurrency(node, items(node, state));
            JsonObject rest = kept ? (JsonObject) state.get(field).orElseThrow() : JsonObject.EMPTY;
            JsonObject body = graph(node.graphs().get(0), rest, jsonata);
            return kept ? with.with(field, body) : make(node, with, field, body);
        }
        return state;
    }

    /** What a map goes over. */
    private JsonObject items(Node node, JsonObject state) {
        Optional<Json> items = node.params().get("items");
        if (items.isEmpty() || Stream.of("ItemsPath", "Items", "ItemReader").anyMatch(state::has)) {
            return state;
        }
        Optional<Condition.Path> path = JsonPlace.of(items.get())
                .text()
                .flatMap(text -> Condition.parse(text, Dialect.CEL))
                .filter(Condition.Truth.class::isInstance)
                .map(truth -> ((Condition.Truth) truth).value())
                .filter(Condition.Path.class::isInstance)
                .map(Condition.Path.class::cast)
                .filter(read -> read.reference().root() == Root.INPUT);
        if (path.isEmpty()) {
            findings.unsupported(
                    node.at().child("params").child("items"),
                    "Expected a path into input, as a Map state has, but got " + items.get() + ".");
            return state;
        }
        return make(
                node,
                state,
                "ItemsPath",
                Json.of(PathText.jsonPath(path.get().reference().steps())));
    }

    private JsonObject concurrency(Node node, JsonObject state) {
        return node.params()
                .get("maxConcurrency")
                .filter(any -> Stream.of("MaxConcurrency", "MaxConcurrencyPath").noneMatch(state::has))
                .map(most -> make(node, state, "MaxConcurrency", most))
                .orElse(state);
    }

    private JsonObject choices(Node node, JsonObject state, List<Edge> branches) {
        boolean hasDefault = branches.size() > 1
                && branches.get(branches.size() - 1)
                        .guard()
                        .filter("true"::equals)
                        .isPresent();
        List<Edge> ruled = hasDefault ? branches.subList(0, branches.size() - 1) : branches;
        JsonObject with = hasDefault
                ? state.with(
                        "Default", Json.of(branches.get(branches.size() - 1).to()))
                : state;
        List<JsonPlace> kept = JsonPlace.of(state).items("Choices");
        List<Json> rules = new ArrayList<>();
        if (kept.size() == ruled.size() && stillSaid(kept, ruled)) {
            for (int i = 0; i < ruled.size(); i++) {
                rules.add(((JsonObject) kept.get(i).value())
                        .with("Next", Json.of(ruled.get(i).to())));
            }
            return with.with("Choices", JsonArray.copyOf(rules));
        }
        for (Edge edge : ruled) {
            Optional<String> condition = edge.guard()
                    .flatMap(guard -> Condition.parse(guard, Dialect.CEL))
                    .map(parsed -> "{% " + parsed.text(Dialect.JSONATA) + " %}");
            if (condition.isEmpty()) {
                findings.unsupported(
                        edge.at().child("guard"),
                        "Expected comparisons of input with constants, joined by &&, || or !, which JSONata can say,"
                                + " too, but got " + edge.guard().orElse("none") + ".");
            }
            rules.add(JsonObject.builder()
                    .put("Condition", condition.orElse(""))
                    .put("Next", edge.to())
                    .build());
        }
        return make(node, make(node, with, "QueryLanguage", Json.of("JSONata")), "Choices", JsonArray.copyOf(rules));
    }

    private static boolean stillSaid(List<JsonPlace> rules, List<Edge> edges) {
        for (int i = 0; i < rules.size(); i++) {
            if (!RuleGuards.isOf(
                    rules.get(i), i, rules.get(i).has("Condition"), edges.get(i).guard())) {
                return false;
            }
        }
        return true;
    }
}
