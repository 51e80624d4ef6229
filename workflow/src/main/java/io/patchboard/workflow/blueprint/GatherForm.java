package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The board of a map or parallel: it has a board made for each item or branch, and is complete with the list of their
 * results, in the order of the items or branches. As soon as one of them has failed it halts, and with it the others
 * are cancelled: so the node fails as a task does, and its policy says what then.
 */
final class GatherForm {

    /** The digits of {@code /parts/12}. */
    private static final String INDEX = "int(path.substring(7))";

    private final Workflow workflow;
    private final Within within;
    private final Parts parts;
    private final List<Problem> unsupported;

    /** @param within where the node's own graph stands */
    GatherForm(Workflow workflow, Within within, Parts parts, List<Problem> unsupported) {
        this.workflow = workflow;
        this.within = within;
        this.parts = parts;
        this.unsupported = unsupported;
    }

    /** What a worker of kind {@code board} says of the board that answers for the node. */
    JsonObject board(Node node) {
        if (within.depth() == Within.DEEPEST) {
            unsupported.add(new Problem(
                    node.at().toString(),
                    "Expected at most " + Within.DEEPEST + " maps and parallels within one another, but \"" + node.id()
                            + "\" is within as many: boards are made " + "for boards only so deep."));
            return JsonObject.EMPTY;
        }
        return OwnBoard.of(parts.add(blueprint(node)), input(node), OwnBoard.outputs(node));
    }

    private String input(Node node) {
        String each = "{\"input\": part}";
        String list = node.type() == NodeType.MAP
                // What is no list has no first one, so the worker fails.
                ? "[item].map(input, " + items(node) + ").filter(items, type(items) == list)[0].map(part, " + each + ")"
                : "["
                        + String.join(
                                ", ",
                                node.graphs().stream()
                                        .map(any -> "{\"input\": item}")
                                        .toList()) + "]";
        return OwnBoard.object(within, "\"parts\": " + list, "state.item", "state.index");
    }

    /** What a map goes over: CEL over {@code input}, or a state machine's path; left out, the input itself. */
    private String items(Node map) {
        JsonPlace params = new JsonPlace(map.params(), map.at().child("params"));
        Optional<JsonPlace> said =
                params.child("items").or(() -> params.into("asl").child("ItemsPath"));
        String text = said.map(
                        place -> place.text().orElse("").replaceFirst("^\\$(?=(\\.[A-Za-z_][A-Za-z0-9_]*)*$)", "input"))
                .orElse("input");
        try {
            CelExpression.compile(text, Set.of("input"));
        } catch (CelCompileException e) {
            unsupported.add(new Problem(
                    said.orElse(params).at().toString(),
                    "Expected an expression over input whose value is a list, but: " + e.getMessage()));
        }
        return text;
    }

    private JsonObject blueprint(Node node) {
        boolean map = node.type() == NodeType.MAP;
        JsonObject.Builder workers = JsonObject.builder();
        List<Json> rules = new ArrayList<>();
        for (int i = 0; i < node.graphs().size(); i++) {
            String name = map ? "body" : "branch-" + i;
            workers.put(name, part(node, node.graphs().get(i), i));
            rules.add(rule(node, name, map ? "/parts/*" : "/parts/" + i));
        }
        workers.put(OwnBoard.LIST, OwnBoard.value(parts, "state.parts.map(part, part.result)", "/result"));
        rules.add(list("none", JsonObject.of("event", Json.of("created"))));
        rules.add(list(
                "all",
                JsonObject.of("op", JsonArray.ofStrings(List.of("add"))).with("path", Json.of("/parts/*/result"))));
        return JsonObject.builder()
                .put("apiVersion", "patchboard/v1")
                .put("name", workflow.name() + "." + node.id())
                .put("state", state())
                .put("workers", workers.build())
                .put("rules", JsonArray.copyOf(rules))
                .put("policies", JsonObject.of(OwnBoard.POLICY, policy(node)))
                .put("budgets", OwnBoard.budgets(Optional.empty()))
                .put("onIncident", "halt")
                .put(
                        "complete",
                        JsonObject.of("when", Json.of("has(state.result)")).with("result", Json.of("/result")))
                .build();
    }

    private JsonObject state() {
        JsonObject.Builder initial = JsonObject.builder().put("parts", OwnBoard.input("/parts"));
        within.told().forEach(name -> initial.put(name, OwnBoard.input("/" + name)));
        return JsonObject.of("schema", JsonObject.of("type", Json.of("object"))).with("initial", initial.build());
    }

    private JsonObject part(Node node, Graph graph, int number) {
        boolean map = node.type() == NodeType.MAP;
        Within inner = new Within(within.depth() + 1, map || within.inMap());
        Workflow part = workflow.of(graph);
        String name = workflow.name() + "." + node.id() + "." + (map ? "body" : "branch-" + number);
        JsonObject blueprint = new GraphForm(part, inner, parts, unsupported).blueprint(name);
        String input = map
                ? OwnBoard.object(inner, "\"input\": item.input", "item.input", INDEX)
                : OwnBoard.object(inner, "\"input\": item.input", "state.item", "state.index");
        return OwnBoard.worker(
                node.name(), OwnBoard.of(parts.add(blueprint), input, "path + '/result'"), "/parts/*/result");
    }

    JsonObject rule(Node node, String worker, String each) {
        return JsonObject.builder()
                .put("name", worker)
                .put("on", JsonObject.of("event", Json.of("created")))
                .put("forEach", each)
                .put("invoke", worker)
                .putIfPresent("maxConcurrent", concurrency(node))
                .putIfPresent(
                        "loopGuards",
                        Optional.of(node)
                                .filter(given -> given.type() == NodeType.MAP)
                                .flatMap(workflow::policyOf)
                                .flatMap(Policy::loopGuards)
                                .map(GatherForm::guards))
                .build();
    }

    /** A state machine's 0 is no bound. One that is known only when it runs is never exceeded by one at a time. */
    private static Optional<Json> concurrency(Node node) {
        JsonPlace params = JsonPlace.of(node.params());
        JsonPlace asl = params.into("asl");
        if (asl.has("MaxConcurrencyPath") || asl.text("MaxConcurrency").isPresent()) {
            return Optional.of(Json.of(1L));
        }
        return params.child("maxConcurrency")
                .or(() -> asl.child("MaxConcurrency"))
                .map(JsonPlace::value)
                .filter(most ->
                        most instanceof JsonNumber number && number.value().signum() > 0);
    }

    private static JsonObject guards(Policy.LoopGuards guards) {
        return JsonObject.builder()
                .putIfPresent("maxIters", guards.maxIters().map(Json::of))
                .putStringIfPresent("timeBudget", guards.timeBudget())
                .putStringIfPresent("predicate", guards.predicate().map(GatherForm::predicate))
                .build();
    }

    private static String predicate(String predicate) {
        return "[item.input].exists(input, [input].exists(item, [" + INDEX + "].exists(index, " + predicate + ")))";
    }

    private static JsonObject list(String name, JsonObject on) {
        return JsonObject.builder()
                .put("name", name)
                .put("on", on)
                .put("when", "state.parts.all(part, has(part.result))")
                .put("invoke", OwnBoard.LIST)
                .build();
    }

    /** Its parts may take as long as the node itself. */
    JsonObject policy(Node node) {
        return workflow.policyOf(node)
                .flatMap(Policy::timeout)
                .flatMap(Policy.Timeout::seconds)
                .map(seconds -> OwnBoard.ONCE.with("timeout", PolicyForm.duration(seconds)))
                .orElse(OwnBoard.ONCE);
    }
}
