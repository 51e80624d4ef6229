package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Effect;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes workflows as blueprints.
 */
public final class BlueprintExport {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");

    private final Workflow workflow;
    private final List<Problem> unsupported = new ArrayList<>();
    private final Routes routes;
    private final GuardForm guards;
    private final List<Node> tasks;

    private BlueprintExport(Workflow workflow) {
        this.workflow = workflow;
        this.routes = Routes.of(workflow, unsupported);
        this.guards = new GuardForm(workflow, unsupported);
        this.tasks = workflow.graph().nodes().stream()
                .filter(node -> node.type() == NodeType.TASK)
                .toList();
    }

    /**
     * What became of a workflow.
     *
     * @param blueprint absent if anything is unsupported
     * @param unsupported what a blueprint cannot say
     */
    public record Result(Optional<JsonObject> blueprint, List<Problem> unsupported) {

        public Result {
            unsupported = List.copyOf(unsupported);
        }
    }

    /** Writes a workflow that {@code workflow check} has nothing against. */
    public static Result write(Workflow workflow) {
        return new BlueprintExport(workflow).write();
    }

    private Result write() {
        JsonObject blueprint = blueprint();
        if (unsupported.isEmpty() && BlueprintCompiler.compile(blueprint) instanceof CompileResult.Invalid invalid) {
            invalid.problems()
                    .forEach(problem -> unsupported.add(new Problem(
                            "", "Its blueprint would be wrong at " + problem.pointer() + ": " + problem.message())));
        }
        return new Result(unsupported.isEmpty() ? Optional.of(blueprint) : Optional.empty(), unsupported);
    }

    private JsonObject blueprint() {
        JsonObject.Builder workers = JsonObject.builder();
        List<Json> rules = new ArrayList<>();
        for (Node task : tasks) {
            if (!NAME.matcher(task.id()).matches()) {
                unsupported.add(new Problem(
                        task.at().child("id").toString(),
                        "Expected an id that a worker can have (letters, digits, dots, underscores and dashes, the first"
                                + " one a letter), but got \"" + task.id() + "\"."));
            }
            workers.put(task.id(), worker(task));
            rules.addAll(rules(task));
        }
        return JsonObject.builder()
                .put("apiVersion", "patchboard/v1")
                .put("name", workflow.name())
                .put("state", StateForm.of(workflow, tasks))
                .put("workers", workers.build())
                .put("rules", JsonArray.copyOf(rules))
                .put("policies", policies())
                .put("complete", complete())
                .build();
    }

    private JsonObject worker(Node task) {
        JsonObject grant = JsonObject.of("op", JsonArray.ofStrings(List.of("add")))
                .with("path", Json.of(outputs(task).child(JsonPointer.END).toString()));
        return JsonObject.builder()
                .put("instruction", task.name())
                .put("read", JsonArray.ofStrings(reads(task)))
                .put("write", JsonArray.of(grant))
                .putStringIfPresent(
                        "idempotencyKey",
                        workflow.policyOf(task).flatMap(policy -> KeyForm.of(task, policy, unsupported)))
                .putIfPresent(
                        "compensation",
                        workflow.policyOf(task).flatMap(Policy::compensation).map(taken -> compensation(task, taken)))
                // One answer is one output: who adds none leaves nothing to go on with, who adds two starts twice.
                .put(
                        "patch",
                        JsonObject.of("maxOperations", Json.of(1L))
                                .with("schema", JsonObject.of("minItems", Json.of(1L))))
                .putStringIfPresent(
                        "policy",
                        workflow.policyOf(task).map(policy -> task.policyRef().orElse(Workflow.DEFAULT_POLICY)))
                .build();
    }

    private JsonObject compensation(Node task, Policy.Compensation taken) {
        Optional<Node> handler = workflow.graph().node(taken.handlerNode());
        if (handler.filter(node -> node.type() == NodeType.TASK).isEmpty()) {
            unsupported.add(new Problem(
                    taken.at().child("handlerNode").toString(), "Expected a task that undoes what was done."));
        }
        return JsonObject.builder()
                .put("worker", taken.handlerNode())
                .put("idempotent", task.effect() != Effect.EACH)
                .build();
    }

    /** What it is invited for, also in another's place, and what data edges bring. */
    private Set<String> reads(Node task) {
        Stream<Route> ways = Stream.concat(Stream.of(task), caught(task)).flatMap(node -> routes.to(node).stream());
        Stream<Node> brought = workflow.graph().edges().stream()
                .filter(edge -> edge.kind() == Edge.Kind.DATA && edge.to().equals(task.id()))
                .flatMap(edge -> workflow.graph().node(edge.from()).stream())
                .filter(node -> node.type() == NodeType.TASK);
        return Stream.concat(ways.map(BlueprintExport::trigger), brought.map(node -> trigger(Optional.of(node))))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The tasks whose errors it handles, or whose work it undoes. */
    private Stream<Node> caught(Node handler) {
        return tasks.stream()
                .filter(task -> workflow.policyOf(task).stream()
                        .anyMatch(policy -> policy.handlers().contains(handler.id())));
    }

    private List<Json> rules(Node task) {
        List<Route> ways = routes.to(task);
        List<Json> rules = new ArrayList<>();
        for (int i = 0; i < ways.size(); i++) {
            Route way = ways.get(i);
            JsonObject on =
                    JsonObject.of("op", JsonArray.ofStrings(List.of("add"))).with("path", Json.of(trigger(way)));
            rules.add(JsonObject.builder()
                    .put("name", ways.size() == 1 ? task.id() : task.id() + "." + (i + 1))
                    .put("on", on)
                    .putStringIfPresent("when", all(way.guards()))
                    .put("invoke", task.id())
                    .putIfPresent(
                            "delay",
                            Optional.of(way.seconds())
                                    .filter(seconds -> seconds.signum() > 0)
                                    .map(PolicyForm::duration))
                    .putIfPresent("loopGuards", guards.of(way, task))
                    .build());
        }
        return rules;
    }

    private JsonObject policies() {
        PolicyForm form = new PolicyForm(workflow, unsupported);
        Map<String, Json> policies = new LinkedHashMap<>();
        for (Node task : tasks) {
            workflow.policyOf(task)
                    .ifPresent(policy -> policies.computeIfAbsent(
                            task.policyRef().orElse(Workflow.DEFAULT_POLICY), name -> form.of(policy)));
        }
        return JsonObject.copyOf(policies);
    }

    /** Done when something took a way to an end. The result is the last task's output where there is one such task. */
    private JsonObject complete() {
        List<String> goals = new ArrayList<>();
        for (Route end : routes.ends()) {
            List<String> conditions = new ArrayList<>(List.of("size(" + end.taken() + ") > 0"));
            all(conditions).ifPresent(goals::add);
        }
        List<Node> last = routes.ends().stream()
                .flatMap(end -> end.source().stream())
                .distinct()
                .toList();
        boolean one = last.size() == 1
                && routes.ends().stream().allMatch(end -> end.source().isPresent());
        JsonPointer result = one ? outputs(last.get(0)) : JsonPointer.ROOT.child("outputs");
        boolean once = one && !isRepeated(last.get(0));
        return JsonObject.of("when", Json.of(String.join(" || ", goals)))
                .with("result", Json.of((once ? result.child(0) : result).toString()));
    }

    /** Whether ways lead from a task back to it. */
    private boolean isRepeated(Node task) {
        Set<Node> before = new LinkedHashSet<>();
        List<Node> open = new ArrayList<>(List.of(task));
        while (!open.isEmpty()) {
            Node node = open.remove(0);
            Stream.concat(routes.to(node).stream().flatMap(way -> way.source().stream()), caught(node))
                    .filter(before::add)
                    .forEach(open::add);
        }
        return before.contains(task);
    }

    private static JsonPointer outputs(Node task) {
        return JsonPointer.ROOT.child("outputs").child(task.id());
    }

    private static String trigger(Route way) {
        return trigger(way.source());
    }

    private static String trigger(Optional<Node> source) {
        return source.map(task -> outputs(task).child("*").toString()).orElse("/input");
    }

    private static Optional<String> all(List<String> conditions) {
        return conditions.isEmpty() ? Optional.empty() : Optional.of(String.join(" && ", conditions));
    }
}
