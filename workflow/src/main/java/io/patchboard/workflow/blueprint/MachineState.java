package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import io.patchboard.workflow.asl.RuleGuards;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The evaluating workers of a state. What one is to do stands in its instruction, as JSON, so whoever serves it needs
 * to know nothing of the machine.
 *
 * @param jsonata whether the state's query language is JSONata
 * @param context whether any state of the machine looks at the context object
 */
record MachineState(
        Workflow workflow, Node node, boolean jsonata, Within within, boolean context, List<Problem> unsupported) {

    static final String POLICY = "workflow.evaluate";

    /** What a view can have at most: what does not fit cannot be evaluated. */
    private static final long VIEW_CHARS = 1_000_000;

    private static final Set<String> NOT_EVALUATED = Set.of(
            "Branches", "ItemProcessor", "Iterator", "Choices", "Resource", "Comment", "QueryLanguage", "Credentials");

    /** A path pattern: what is in a state's list. */
    static String each(String list, Node node) {
        return JsonPointer.ROOT.child(list).child(node.id()).child("*").toString();
    }

    /**
     * The one worker of a state that asks nobody. Where it may lead to itself, its list grows: a list that is emptied
     * and filled with the same again is no change, and a board goes on by what changes.
     */
    JsonObject alone() {
        String step = node.type().name().toLowerCase(Locale.ROOT);
        List<String> lists = node.type() == NodeType.WAIT ? List.of("to", "again") : List.of("to");
        boolean itself = edges().anyMatch(edge -> edge.to().equals(node.id()));
        return worker(
                plan(step),
                lists.stream().filter(list -> !itself || !list.equals("to")).toList(),
                itself ? List.of(each("to", node)) : List.of(),
                lists.stream().filter("again"::equals).map(this::end));
    }

    /** Evaluates what is asked for. */
    JsonObject before() {
        String step = switch (node.type()) {
            case MAP -> "items";
            case PARALLEL -> "branches";
            default -> "in";
        };
        return worker(plan(step), List.of("to", "again"), List.of(), Stream.of(end("asked"), end("again"), kept()));
    }

    /** Evaluates what has come of it. */
    JsonObject behind() {
        return worker(
                plan(node.type() == NodeType.TASK ? "out" : "gathered"),
                List.of("outputs", "asked"),
                List.of(kept()),
                Stream.of(end("again")));
    }

    /** Decides what becomes of a failure. Its words are for who may read all that their author may read and write. */
    JsonObject caught() {
        return worker(plan("caught"), List.of("asked"), List.of(kept(), list("outputs")), Stream.of(end("again")));
    }

    private String list(String list) {
        return JsonPointer.ROOT.child(list).child(node.id()).toString();
    }

    private String end(String list) {
        return list(list) + "/" + JsonPointer.END;
    }

    private String kept() {
        return list("kept");
    }

    /** @param takes lists of what it goes on with, which it empties, so that a loop does not fill the board */
    private JsonObject worker(JsonObject plan, List<String> takes, List<String> reads, Stream<String> writes) {
        JsonArray emptied = JsonArray.ofStrings(takes.stream().map(this::list).toList());
        List<String> shown =
                new ArrayList<>(takes.stream().map(list -> each(list, node)).toList());
        shown.addAll(reads);
        shown.add("/variables");
        if (!within.isWhole()) {
            shown.add("/context");
        } else if (context) {
            shown.add("/input");
        }
        Set<String> places = new LinkedHashSet<>(writes.toList());
        places.addAll(onward());
        JsonArray grants = JsonArray.copyOf(Stream.concat(
                        places.stream().map(place -> grant("add", Json.of(place))),
                        emptied.stream().map(list -> grant("replace", list)))
                .toList());
        return JsonObject.builder()
                .put("instruction", plan.with("empties", emptied).toString())
                .put("kind", "program")
                .put("read", JsonArray.ofStrings(shown))
                .put("write", grants)
                .put("view", JsonObject.of("maxChars", Json.of(VIEW_CHARS)))
                .put("policy", POLICY)
                .build();
    }

    private static JsonObject grant(String operation, Json place) {
        return JsonObject.of("op", JsonArray.ofStrings(List.of(operation))).with("path", place);
    }

    /** Where it hands on to, the end included, and the variables that it assigns. */
    private Set<String> onward() {
        Set<String> places = new LinkedHashSet<>();
        Stream.concat(edges().map(Edge::to), catches().stream())
                .forEach(id -> places.add(JsonPointer.ROOT
                        .child("to")
                        .child(id)
                        .child(JsonPointer.END)
                        .toString()));
        // An error ends a board of an item or a branch.
        if (!within.isWhole() || edges().findAny().isEmpty()) {
            places.add("/result");
        }
        JsonPlace own = own();
        Stream.of(Stream.of(own), own.items("Choices").stream(), own.items("Catch").stream())
                .flatMap(all -> all)
                .flatMap(place -> place.into("Assign").members().stream())
                .map(JsonPlace::name)
                .map(name -> !jsonata && name.endsWith(".$") ? name.substring(0, name.length() - 2) : name)
                .forEach(name -> places.add(
                        JsonPointer.ROOT.child("variables").child(name).toString()));
        return places;
    }

    private JsonPlace own() {
        return new JsonPlace(node.params(), node.at().child("params")).into("asl");
    }

    private Stream<Edge> edges() {
        return workflow.graph().edges().stream()
                .filter(edge -> edge.isControl() && edge.from().equals(node.id()));
    }

    /** Who handles which errors, in the order of the state's own catches. */
    private List<String> catches() {
        List<String> handlers = workflow.policyOf(node).stream()
                .flatMap(policy -> policy.catches().stream())
                .map(Policy.Catch::handlerNode)
                .toList();
        long retries =
                workflow.policyOf(node).map(policy -> policy.retries().size()).orElse(0);
        if (handlers.size() != own().items("Catch").size()
                || retries != own().items("Retry").size()) {
            refuse("Expected a policy with the retries and catches of the state machine, but it has others.");
        }
        return handlers;
    }

    /** As the machine calls it, whatever its worker is called. */
    private String name() {
        return node.at()
                .child("id")
                .resolve(workflow.document())
                .map(JsonPlace::of)
                .flatMap(id -> id.text())
                .orElse(node.id());
    }

    private JsonObject plan(String step) {
        JsonObject fields = own().value() instanceof JsonObject object ? object : JsonObject.EMPTY;
        for (String name : NOT_EVALUATED) {
            fields = fields.without(name);
        }
        if (node.type() == NodeType.WAIT && node.params().has("seconds")) {
            fields = fields.with("Seconds", node.params().get("seconds").orElseThrow());
        }
        JsonObject.Builder plan = JsonObject.builder()
                .put("state", node.id())
                .put("name", name())
                .put("step", step)
                .put("jsonata", jsonata)
                .put("inner", !within.isWhole())
                .put("context", context)
                .put("asl", fields);
        if (node.type() == NodeType.CHOICE) {
            plan.put("rules", rules());
        } else {
            plan.putStringIfPresent("next", next());
        }
        if (!own().items("Catch").isEmpty()) {
            plan.put("catches", JsonArray.ofStrings(catches()));
        }
        if (node.type() == NodeType.PARALLEL) {
            plan.put("branches", node.graphs().size());
        }
        return plan.build();
    }

    private Optional<String> next() {
        List<Edge> edges = edges().toList();
        if (edges.size() > 1) {
            refuse("Expected one edge that leads on, but got " + edges.size() + ".");
        }
        return edges.stream().map(Edge::to).findFirst();
    }

    private JsonArray rules() {
        List<JsonPlace> said = own().items("Choices");
        List<Edge> edges = edges().toList();
        if (said.size() > edges.size()) {
            refuse("Expected an edge for each rule of the choice, but got fewer.");
        }
        List<Json> rules = new ArrayList<>();
        for (int i = 0; i < edges.size(); i++) {
            Optional<String> guard = edges.get(i).guard();
            // A condition is asked as it is: CEL knows no lists whose items a path goes through.
            boolean own = jsonata && i < said.size() && RuleGuards.isOf(said.get(i), i, true, guard);
            JsonObject.Builder rule = JsonObject.builder()
                    .put("guard", own ? "rules[" + i + "]" : guard.orElse("true"))
                    .put("next", edges.get(i).to());
            if (i < said.size()) {
                JsonObject.Builder data = JsonObject.builder();
                Stream.of("Assign", "Output")
                        .forEach(name -> data.putIfPresent(
                                name, said.get(rules.size()).child(name).map(JsonPlace::value)));
                rule.put("asl", data.build());
                said.get(i).text("Condition").ifPresent(condition -> rule.put("condition", condition));
            }
            rules.add(rule.build());
        }
        return JsonArray.copyOf(rules);
    }

    private void refuse(String message) {
        Problem problem = new Problem(node.at().toString(), message);
        if (!unsupported.contains(problem)) {
            unsupported.add(problem);
        }
    }
}
