package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.workflow.translation.Findings;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Steps and tasks as nodes, and what they call as graphs within them. */
final class CallNodes {

    static final String OWN = "argo";
    static final JsonObject DEFAULT_POLICY =
            JsonObject.of("timeout", JsonObject.of("seconds", Json.of(PolicyReader.DEFAULT_TIMEOUT)));

    static final JsonObject LOOP_POLICY =
            DEFAULT_POLICY.with("loopGuards", JsonObject.of("maxIters", Json.of(Items.MOST)));

    private static final long MOST_CALLS = 100;

    private final Templates templates;
    private final Set<String> names;
    private final Findings findings;
    private final Map<String, Json> policies = new TreeMap<>();
    private final CallBounds bounds;
    private int sides;

    CallNodes(Templates templates, Findings findings) {
        this.templates = templates;
        this.names = templates.stepNames();
        this.findings = findings;
        this.bounds = new CallBounds(findings);
        policies.put("default", DEFAULT_POLICY);
    }

    Map<String, Json> policies() {
        return policies;
    }

    /** What stands side by side has an id that no step has. */
    String nextSides() {
        String id;
        do {
            id = "sides-" + ++sides;
        } while (names.contains(id));
        return id;
    }

    /**
     * Where a call stands.
     *
     * @param open templates that have called what is called here
     * @param own the template whose calls these are, if it may be called again behind them
     */
    record Scope(
            String prefix, Set<String> open, Optional<String> own, References references, Optional<Json> parallelism) {

        Scope seeing(References other) {
            return new Scope(prefix, open, own, other, parallelism);
        }

        /** A part of it, behind which nothing begins again. */
        Scope apart() {
            return new Scope(prefix, open, Optional.empty(), references, parallelism);
        }

        String id(Order.Call call) {
            return prefix + call.name();
        }
    }

    /** Whether a call is that of one task, done in any case. */
    boolean isPlain(Order.Call call) {
        return isOnce(call) && goesOnAfter(call.step()).isEmpty();
    }

    /** Whether it is that of one task, done in any case, after whose failure it goes on. */
    boolean isTried(Order.Call call) {
        return isOnce(call) && !goesOnAfter(call.step()).isEmpty();
    }

    private boolean isOnce(Order.Call call) {
        return isSeen(call) && !isLoop(call) && isLeaf(call);
    }

    /** Whether it is that of one task for each of several items. */
    boolean isMap(Order.Call call) {
        return isSeen(call)
                && isLoop(call)
                && isLeaf(call)
                && goesOnAfter(call.step()).isEmpty();
    }

    /** Whether what comes next is given what it said: not under a condition, or where something is called on exit. */
    private static boolean isSeen(Order.Call call) {
        return call.when().isEmpty()
                && !call.step().has("onExit")
                && !call.step().into("hooks").has("exit");
    }

    private boolean isLeaf(Order.Call call) {
        return Templates.isElsewhere(call.step())
                || call.step()
                        .text("template")
                        .flatMap(templates::named)
                        .filter(template -> !Templates.isCaller(template))
                        .isPresent();
    }

    static boolean isLoop(Order.Call call) {
        return Items.FIELDS.stream().anyMatch(call.step()::has);
    }

    /** The node of a call, without its condition; empty if it cannot be one, which has been told. */
    Optional<JsonObject> node(Order.Call call, Scope scope) {
        String id = scope.id(call);
        if (!bounds.allow(call, id)) {
            return Optional.empty();
        }
        return isLoop(call) ? map(call, scope) : once(call, id, scope);
    }

    /** The id of what stands beside a call. */
    String beside(Order.Call call, Scope scope, String word) {
        return scope.id(call) + "." + templates.apart(call.step(), word);
    }

    private Optional<JsonObject> once(Order.Call call, String id, Scope scope) {
        if (Templates.isElsewhere(call.step())) {
            findings.carried(
                    call.step().into("templateRef").at(),
                    "\"templateRef\" is a task here: what the other resource says, retries and timeouts included, is known to"
                            + " who does it and not to the workflow.");
            policy(id, DEFAULT_POLICY);
            return Optional.of(
                    leaf(id, new JsonPlace(JsonObject.EMPTY, call.step().at()), own(call)));
        }
        return templates.called(call.step()).flatMap(template -> {
            if (template.flag("daemon")) {
                findings.unsupported(
                        template.into("daemon").at(),
                        "Expected what ends before the next begins, but a daemon goes on beside it.");
            }
            References seen = scope.references().within(call.step(), template);
            policy(id, PolicyReader.of(given(template, seen), findings));
            JsonObject own = own(call);
            if (!Templates.isCaller(template)) {
                return Optional.of(leaf(id, template, own));
            }
            String name = template.text("name").orElse(id);
            if (scope.open().contains(name)) {
                findings.unsupported(
                        call.step().into("template").at(),
                        "Expected templates that call themselves as the last they do and under a condition, if at all, but \""
                                + name + "\" does otherwise.");
                return Optional.empty();
            }
            return graph(template, scope(template, id + ".", scope.open(), seen))
                    .map(inner -> JsonObject.builder()
                            .put("id", id)
                            .put("type", "parallel")
                            .put("params", own.with("branches", JsonArray.of(inner)))
                            .put("policyRef", id)
                            .build());
        });
    }

    private static JsonObject own(Order.Call call) {
        return JsonObject.of(OWN, ((JsonObject) call.step().value()).without("name"));
    }

    /** A template with its timeout, where it is one of its constant parameters. */
    private static JsonPlace given(JsonPlace template, References seen) {
        return template.text("timeout")
                .flatMap(seen::constantOf)
                .map(value -> new JsonPlace(
                        ((JsonObject) template.value()).with("timeout", JsonReader.parse(value)), template.at()))
                .orElse(template);
    }

    /** The scope of a template's own calls. */
    static Scope scope(JsonPlace template, String prefix, Set<String> around, References references) {
        Set<String> open = new HashSet<>(around);
        template.text("name").ifPresent(open::add);
        return new Scope(
                prefix,
                open,
                template.text("name").filter(any -> !template.has("retryStrategy")),
                references,
                template.child("parallelism").map(JsonPlace::value));
    }

    /** The graph of what a template calls. */
    Optional<JsonObject> graph(JsonPlace template, Scope scope) {
        return templates.order(template).map(order -> {
            KeptFields.nameParallelism(template, order, findings);
            return new OrderGraph(this, findings).graph(order, scope);
        });
    }

    private JsonObject leaf(String id, JsonPlace template, JsonObject own) {
        JsonObject.Builder node = JsonObject.builder().put("id", id);
        Optional<BigDecimal> pause = template.into("suspend")
                .child("duration")
                .flatMap(duration -> PolicyReader.seconds(duration, findings));
        return pause.isPresent()
                ? node.put("type", "wait")
                        .put("params", own.with("seconds", JsonNumber.of(pause.get())))
                        .build()
                : node.put("type", "task")
                        .put("params", own)
                        .put("policyRef", id)
                        .build();
    }

    private Optional<JsonObject> map(Order.Call call, Scope scope) {
        String id = scope.id(call);
        Optional<String> items = new Items(findings).of(call.step(), scope.references());
        items.ifPresent(bounds::count);
        policy(id, LOOP_POLICY);
        JsonPlace one =
                new JsonPlace(without(call.step(), Items.FIELDS), call.step().at());
        Scope inner = new Scope(
                id + ".",
                scope.open(),
                Optional.empty(),
                scope.references().with(References.ofItem()),
                Optional.empty());
        JsonObject body = new OrderGraph(this, findings).graph(new Order.Call(one), inner);
        return items.map(list -> JsonObject.builder()
                .put("id", id)
                .put("type", "map")
                .put(
                        "params",
                        JsonObject.builder()
                                .put("items", list)
                                .putIfPresent("maxConcurrency", scope.parallelism())
                                .put("body", body)
                                .build())
                .put("policyRef", id)
                .build());
    }

    private static JsonObject without(JsonPlace step, List<String> names) {
        JsonObject rest = (JsonObject) step.value();
        for (String name : names) {
            rest = rest.without(name);
        }
        return rest;
    }

    /** What a node of its own name has as its policy. */
    void policy(String id, JsonObject policy) {
        policies.put(id, policy);
    }

    /** The errors after which it goes on with what comes next. */
    static List<String> goesOnAfter(JsonPlace step) {
        JsonPlace goesOn = step.into("continueOn");
        List<String> errors = new ArrayList<>();
        if (goesOn.flag("failed")) {
            errors.addAll(PolicyReader.ERRORS.get("OnFailure"));
        }
        if (goesOn.flag("error")) {
            errors.addAll(PolicyReader.ERRORS.get("OnError"));
        }
        return errors;
    }

    /** Bounds how often a node is come to: Argo's own bound of calls within one another. */
    void bounded(String id) {
        JsonObject policy = (JsonObject) policies.getOrDefault(id, DEFAULT_POLICY);
        policies.put(id, policy.with("loopGuards", JsonObject.of("maxIters", Json.of(MOST_CALLS))));
    }

    /** Adds where errors of a node lead. */
    void caught(String id, List<String> errors, String handler) {
        JsonObject policy = (JsonObject) policies.getOrDefault(id, DEFAULT_POLICY);
        policies.put(
                id,
                policy.with(
                        "catch",
                        JsonObject.of("onError", JsonArray.ofStrings(errors)).with("handlerNode", Json.of(handler))));
    }
}
