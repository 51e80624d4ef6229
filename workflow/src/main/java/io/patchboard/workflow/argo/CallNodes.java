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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Steps and tasks as nodes, and what they call as graphs within them. */
final class CallNodes {

    static final String OWN = "argo";
    static final JsonObject DEFAULT_POLICY =
            JsonObject.of("timeout", JsonObject.of("seconds", Json.of(PolicyReader.DEFAULT_TIMEOUT)));

    /** Of a list that is not known before; a board has so many invocations left for it. */
    private static final long MOST_ITEMS = 10_000;

    static final JsonObject LOOP_POLICY =
            DEFAULT_POLICY.with("loopGuards", JsonObject.of("maxIters", Json.of(MOST_ITEMS)));

    /** One number, in a text around it. */
    private static final Pattern FORMAT = Pattern.compile("[^%]*%0?[0-9]{0,2}[dxX][^%]*");

    private static final List<String> LOOPS = List.of("withItems", "withParam", "withSequence");

    private final Templates templates;
    private final Findings findings;
    private final Map<String, Json> policies = new TreeMap<>();
    private int sides;

    CallNodes(Templates templates, Findings findings) {
        this.templates = templates;
        this.findings = findings;
        policies.put("default", DEFAULT_POLICY);
    }

    Map<String, Json> policies() {
        return policies;
    }

    /** A number that no other node beside which something is done has. */
    int nextSides() {
        return ++sides;
    }

    /** Where a call stands. */
    record Scope(String prefix, Set<String> open, References references, Optional<Json> parallelism) {

        Scope seeing(References other) {
            return new Scope(prefix, open, other, parallelism);
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
        return !call.step().has("when") && !isLoop(call) && isLeaf(call);
    }

    /** Whether it is that of one task for each of several items. */
    boolean isMap(Order.Call call) {
        return !call.step().has("when")
                && isLoop(call)
                && isLeaf(call)
                && goesOnAfter(call.step()).isEmpty();
    }

    private boolean isLeaf(Order.Call call) {
        return call.step()
                .text("template")
                .flatMap(templates::named)
                .filter(template -> !Templates.isCaller(template))
                .isPresent();
    }

    static boolean isLoop(Order.Call call) {
        return LOOPS.stream().anyMatch(call.step()::has);
    }

    /** The node of a call, without its condition; empty if it cannot be one, which has been told. */
    Optional<JsonObject> node(Order.Call call, Scope scope) {
        return isLoop(call) ? map(call, scope) : once(call, scope.id(call), scope);
    }

    void refuse(JsonPlace place, String field, String why) {
        place.child(field).ifPresent(said -> findings.unsupported(said.at(), why));
    }

    private Optional<JsonObject> once(Order.Call call, String id, Scope scope) {
        return templates.called(call.step()).flatMap(template -> {
            refuse(template, "daemon", "Expected what ends before the next begins, but a daemon goes on beside it.");
            policy(id, PolicyReader.of(given(template, call.step()), findings));
            JsonObject own = JsonObject.of(OWN, ((JsonObject) call.step().value()).without("name"));
            if (!Templates.isCaller(template)) {
                return Optional.of(leaf(id, template, own));
            }
            String name = template.text("name").orElse(id);
            if (scope.open().contains(name)) {
                findings.unsupported(
                        call.step().into("template").at(),
                        "Expected templates that do not call themselves, but \"" + name + "\" does.");
                return Optional.empty();
            }
            return graph(
                            template,
                            scope(
                                    template,
                                    id + ".",
                                    scope.open(),
                                    scope.references().within(call.step(), template)))
                    .map(inner -> JsonObject.builder()
                            .put("id", id)
                            .put("type", "parallel")
                            .put("params", own.with("branches", JsonArray.of(inner)))
                            .put("policyRef", id)
                            .build());
        });
    }

    /** A template with its timeout, where it is one of its constant parameters. */
    private static JsonPlace given(JsonPlace template, JsonPlace step) {
        return template.text("timeout")
                .flatMap(References::braced)
                .flatMap(reference -> References.none().within(step, template).cel(reference))
                .map(value -> new JsonPlace(
                        ((JsonObject) template.value()).with("timeout", JsonReader.parse(value)), template.at()))
                .orElse(template);
    }

    /** The scope of a template's own calls. */
    static Scope scope(JsonPlace template, String prefix, Set<String> around, References references) {
        Set<String> open = new HashSet<>(around);
        template.text("name").ifPresent(open::add);
        return new Scope(prefix, open, references, template.child("parallelism").map(JsonPlace::value));
    }

    /** The graph of what a template calls. */
    Optional<JsonObject> graph(JsonPlace template, Scope scope) {
        return templates.order(template).map(order -> new OrderGraph(this, findings).graph(order, scope));
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
        Optional<String> items = items(call.step(), scope.references());
        policy(id, LOOP_POLICY);
        JsonPlace one = new JsonPlace(without(call.step(), LOOPS), call.step().at());
        Scope inner = new Scope(id + ".", scope.open(), scope.references().with(References.ofItem()), Optional.empty());
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

    /** CEL over the map's input. */
    private Optional<String> items(JsonPlace step, References references) {
        if (step.has("withItems")) {
            return Optional.of(step.into("withItems").value().toString());
        }
        if (step.has("withSequence")) {
            return sequence(step.into("withSequence"));
        }
        JsonPlace list = step.into("withParam");
        String text = list.text().orElse("").strip();
        Optional<String> items = References.braced(text)
                .flatMap(references::cel)
                .or(() -> Optional.of(text).filter(constant -> constant.startsWith("[") && !constant.contains("{{")));
        if (items.isEmpty()) {
            findings.unsupported(
                    list.at(),
                    "Expected a list of what was called just before, or a parameter of the document where it begins, but got "
                            + list.value() + ".");
        }
        return items;
    }

    private Optional<String> sequence(JsonPlace sequence) {
        Optional<BigDecimal> start =
                sequence.has("start") ? PolicyReader.number(sequence.into("start")) : Optional.of(BigDecimal.ZERO);
        Optional<BigDecimal> end = sequence.has("end")
                ? PolicyReader.number(sequence.into("end"))
                : PolicyReader.number(sequence.into("count"))
                        .flatMap(count -> start.map(first -> first.add(count).subtract(BigDecimal.ONE)));
        String format = sequence.text("format").orElse("%d");
        boolean known = start.isPresent()
                && end.isPresent()
                && FORMAT.matcher(format).matches()
                && end.get().subtract(start.get()).abs().longValue() < MOST_ITEMS;
        if (!known) {
            findings.unsupported(
                    sequence.at(), "Expected a sequence of numbers that are known here, at most " + MOST_ITEMS + ".");
            return Optional.empty();
        }
        long first = start.get().longValue();
        long last = end.get().longValue();
        // A count of none ends before it starts; what is said to start after its end counts down.
        long count = sequence.has("end") ? Math.abs(last - first) + 1 : last - first + 1;
        List<String> numbers = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            long number = last < first ? first - i : first + i;
            numbers.add(Json.of(String.format(Locale.ROOT, format, number)).toString());
        }
        return Optional.of("[" + String.join(", ", numbers) + "]");
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
