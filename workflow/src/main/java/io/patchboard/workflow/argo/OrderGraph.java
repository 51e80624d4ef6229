package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.argo.CallNodes.Scope;
import io.patchboard.workflow.translation.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An order of calls as nodes and edges. */
final class OrderGraph {

    private final CallNodes calls;
    private final Findings findings;
    private final List<Json> nodes = new ArrayList<>();
    private final List<Json> edges = new ArrayList<>();

    /** What goes on to whatever comes next. */
    private final List<Loose> loose = new ArrayList<>();

    private Optional<String> start = Optional.empty();

    OrderGraph(CallNodes calls, Findings findings) {
        this.calls = calls;
        this.findings = findings;
    }

    /** An edge without its end. */
    private record Loose(String from, Optional<String> guard) {}

    JsonObject graph(Order order, Scope scope) {
        List<Order> parts = order instanceof Order.Series series ? series.parts() : List.of(order);
        Optional<Recursion> recursion = Recursion.in(parts, scope.own());
        Scope within = recursion
                .map(again -> scope.seeing(scope.references().again(again.call().step())))
                .orElse(scope);
        Scope at = within.apart();
        for (Order part : parts) {
            if (recursion.isPresent() && part == parts.getLast()) {
                again(recursion.get(), at);
            } else {
                add(part, at);
            }
            at = at.seeing(
                    within.references().with(References.after(part, calls::isPlain, calls::isMap, calls::isTried)));
        }
        if (loose.stream().anyMatch(edge -> edge.guard().isPresent())) {
            add(JsonObject.builder()
                    .put("id", end(parts.getFirst(), scope))
                    .put("type", "succeed")
                    .build());
        }
        return JsonObject.builder()
                .putStringIfPresent("start", start)
                .put("nodes", JsonArray.copyOf(nodes))
                .put("edges", JsonArray.copyOf(edges))
                .build();
    }

    private String end(Order first, Scope scope) {
        return first instanceof Order.Call call && start.equals(Optional.of(scope.id(call)))
                ? calls.beside(call, scope, "end")
                : start.orElse(scope.prefix()) + ".end";
    }

    /** The way back to the beginning, and what is done where it is not taken. */
    private void again(Recursion recursion, Scope scope) {
        Order.Call call = recursion.call();
        Optional<String> guard = guard(call, scope);
        boolean apart = guard.isPresent()
                && recursion.others().stream()
                        .allMatch(other -> guard(other, scope)
                                .filter(condition -> Recursion.areApart(guard.get(), condition))
                                .isPresent());
        if (!apart || !boundFirst()) {
            add(recursion.part(), scope); // which tells why not
            return;
        }
        String id = scope.id(call) + ".when";
        add(node(id, "choice"));
        edges.add(edge(id, start.orElseThrow(), guard));
        loose.add(new Loose(id, Optional.of("true")));
        if (!recursion.others().isEmpty()) {
            add(Order.sides(List.copyOf(recursion.others())), scope);
        }
    }

    /** Bounds how often the first node is come to; false if that is none that is done each time. */
    private boolean boundFirst() {
        if (nodes.isEmpty()) {
            return false;
        }
        JsonObject first = (JsonObject) nodes.getFirst();
        JsonPlace place = JsonPlace.of(first);
        if (place.text("type").filter(List.of("task", "parallel")::contains).isEmpty()) {
            return false;
        }
        String id = place.text("id").orElseThrow();
        nodes.set(0, first.with("policyRef", Json.of(id)));
        calls.bounded(id);
        return true;
    }

    private void add(Order part, Scope scope) {
        switch (part) {
            case Order.Call call -> add(call, scope);
            case Order.Sides side -> add(side, scope);
            case Order.Series series ->
                throw new IllegalStateException("Expected series within sides, but got " + series);
        }
    }

    private void add(Order.Sides side, Scope scope) {
        String id = scope.prefix() + calls.nextSides();
        List<Json> branches = new ArrayList<>();
        for (Order part : side.parts()) {
            branches.add(new OrderGraph(calls, findings).graph(part, scope));
        }
        add(node(id, "parallel").with("params", JsonObject.of("branches", JsonArray.copyOf(branches))));
        loose.add(new Loose(id, Optional.empty()));
    }

    private void add(Order.Call call, Scope scope) {
        Optional<Loose> otherwise = condition(call, scope);
        Optional<JsonObject> node = calls.node(call, scope);
        if (node.isPresent()) {
            add(node.get());
            String id = scope.id(call);
            loose.add(new Loose(id, Optional.empty()));
            if (!CallNodes.isLoop(call)) { // else it is done for each item
                boolean mayFail = JsonPlace.of(node.get()).text("policyRef").isPresent(); // a wait does not
                exit(call, scope, mayFail);
                if (mayFail) {
                    goOn(call, scope);
                }
            }
        }
        otherwise.ifPresent(loose::add);
    }

    /** The way round a call that has a condition. */
    private Optional<Loose> condition(Order.Call call, Scope scope) {
        Optional<JsonPlace> when = CallNodes.isLoop(call) ? Optional.empty() : call.when();
        if (when.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> guard = guard(call, scope);
        if (guard.isEmpty()) {
            findings.unsupported(
                    when.get().at(),
                    "Expected comparisons of what was called just before with constants, joined by &&, || or !, but got "
                            + when.get().value() + ".");
            return Optional.empty();
        }
        String id = calls.beside(call, scope, "when");
        add(node(id, "choice"));
        loose.add(new Loose(id, guard));
        return Optional.of(new Loose(id, Optional.of("true")));
    }

    private static Optional<String> guard(Order.Call call, Scope scope) {
        return call.step().text("when").flatMap(text -> When.guard(text, scope.references()));
    }

    /** What is called whatever became of a node. After its failure the graph fails all the same. */
    private void exit(Order.Call call, Scope scope, boolean mayFail) {
        JsonPlace step = call.step();
        Optional<JsonObject> handler = handler(step);
        String exit = calls.beside(call, scope, "exit");
        Optional<JsonObject> after = handler.flatMap(other ->
                calls.node(named(step, other, exit, scope), scope.seeing(References.ended(References.SUCCEEDED))));
        String exitFailed = calls.beside(call, scope, "exit-failed");
        Optional<JsonObject> failed = handler.filter(any -> mayFail)
                .flatMap(other -> calls.node(
                        named(step, other, exitFailed, scope), scope.seeing(References.ended(References.FAILED))));
        after.ifPresent(node -> {
            add(node);
            loose.add(new Loose(exit, Optional.empty()));
        });
        failed.ifPresent(node -> {
            String end = calls.beside(call, scope, "failed");
            nodes.add(node);
            nodes.add(node(end, "fail"));
            edges.add(edge(exitFailed, end, Optional.empty()));
            calls.caught(scope.id(call), List.of("*"), exitFailed);
        });
    }

    /** After errors that it says, what comes next comes all the same. */
    private void goOn(Order.Call call, Scope scope) {
        JsonPlace step = call.step();
        List<String> errors = CallNodes.goesOnAfter(step);
        if (errors.isEmpty()) {
            return;
        }
        if (step.has("onExit") || step.has("hooks")) {
            findings.unsupported(
                    step.into("continueOn").at(),
                    "Expected a step that goes on after a failure, or calls another on exit.");
            return;
        }
        String failed = calls.beside(call, scope, "failed");
        JsonObject nothing = JsonObject.of("items", Json.of(References.OF_FAILED))
                .with(
                        "body",
                        JsonObject.of("nodes", JsonArray.of(node(failed + ".on", "pass")))
                                .with("edges", JsonArray.EMPTY));
        nodes.add(node(failed, "map").with("params", nothing).with("policyRef", Json.of(failed)));
        calls.policy(failed, CallNodes.LOOP_POLICY);
        loose.add(new Loose(failed, Optional.empty()));
        calls.caught(scope.id(call), errors, failed);
    }

    /** What is called, as a step without a name. */
    private Optional<JsonObject> handler(JsonPlace step) {
        JsonPlace hooks = step.into("hooks");
        hooks.members().stream()
                .filter(hook -> !hook.name().equals("exit"))
                .forEach(hook ->
                        findings.unsupported(hook.at(), "Expected a hook on exit; others run beside what they watch."));
        hooks.child("exit")
                .flatMap(hook -> hook.child("expression"))
                .ifPresent(expression -> findings.unsupported(
                        expression.at(), "Expected a hook that is run in any case, but this one has a condition."));
        return hooks.child("exit")
                .map(hook -> hook.has("templateRef") ? called(hook, "templateRef") : called(hook, "template"))
                .or(() -> step.child("onExit").map(template -> JsonObject.of("template", template.value())));
    }

    private static JsonObject called(JsonPlace hook, String by) {
        JsonObject call = JsonObject.of(by, hook.into(by).value());
        return hook.child("arguments")
                .map(passed -> call.with("arguments", passed.value()))
                .orElse(call);
    }

    private static Order.Call named(JsonPlace at, JsonObject step, String id, Scope scope) {
        String name = id.substring(scope.prefix().length());
        return new Order.Call(new JsonPlace(step.with("name", Json.of(name)), at.at()));
    }

    private static JsonObject node(String id, String type) {
        return JsonObject.of("id", Json.of(id)).with("type", Json.of(type));
    }

    /** Puts a node where all loose edges lead. */
    private void add(JsonObject node) {
        String id = JsonPlace.of(node).text("id").orElseThrow();
        start = start.or(() -> Optional.of(id));
        loose.forEach(edge -> edges.add(edge(edge.from(), id, edge.guard())));
        loose.clear();
        nodes.add(node);
    }

    private static JsonObject edge(String from, String to, Optional<String> guard) {
        return JsonObject.builder()
                .put("from", from)
                .put("to", to)
                .put("kind", guard.isPresent() ? "branch" : "sequence")
                .putStringIfPresent("guard", guard)
                .build();
    }
}
