package io.patchboard.kernel.property;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Makes blueprints: a few fields of random kinds, roles that may do something to them, and rules among the roles. */
final class RandomBlueprint {

    /** Names that need escapes, look like indices or are like others. */
    private static final List<String> NAMES = List.of("list", "lists", "a/b", "m~n", "0", "Ünï", "");

    private static final List<String> OPS = List.of("add", "remove", "replace", "move", "copy", "test", "create");

    /** Each sets one member. A new part of the language belongs here, or into {@link #worker} or {@link #rule}. */
    private static final List<BiFunction<RandomBlueprint, JsonObject, JsonObject>> OPTIONAL_PARTS = List.of(
            (random, blueprint) -> blueprint.with("rules", random.some(4, random::rule)),
            (random, blueprint) -> blueprint.with("invariants", random.invariants()),
            (random, blueprint) -> blueprint.with("gates", RandomGates.at(random.paths(), random.random)),
            (random, blueprint) -> blueprint.with("policies", random.policies()),
            (random, blueprint) -> blueprint.with("budgets", random.budgets()),
            (random, blueprint) -> blueprint.with("complete", random.complete()),
            (random, blueprint) -> blueprint.with("private", random.secrets()),
            (random, blueprint) -> blueprint.with("circuit", RandomCircuit.at(random.paths(), random.random)));

    /** What a rule may have beside what it must have. */
    private static final List<JsonObject> RULE_OPTIONS =
            ((JsonArray) Texts.json("""
            [{delay: PT7S}, {batch: {size: 2, age: PT20S}}, {priority: 3}, {maxConcurrent: 1}, {pin: true}, {overlap: true}]
            """)).stream().map(JsonObject.class::cast).toList();

    private final Random random;
    private final List<Field> fields = new ArrayList<>();
    private int names;

    private RandomBlueprint(Random random) {
        this.random = random;
        List<String> free = new ArrayList<>(NAMES);
        for (int i = 2 + random.nextInt(3); i > 0; i--) {
            fields.add(Field.any(free.remove(random.nextInt(free.size())), random));
        }
    }

    /** A valid one: where a random path leads out of the schema, or a view is too small, another is made. */
    static JsonObject make(Random random) {
        for (int i = 0; i < 100; i++) {
            JsonObject blueprint = attempt(random);
            if (BlueprintCompiler.compile(blueprint) instanceof CompileResult.Valid) {
                return blueprint;
            }
        }
        throw new IllegalStateException("Expected a valid blueprint among a hundred random ones, but there is none.");
    }

    private static JsonObject attempt(Random random) {
        RandomBlueprint maker = new RandomBlueprint(random);
        JsonObject blueprint = JsonObject.builder()
                .put("apiVersion", "patchboard/v1")
                .put("name", "random")
                .put("state", maker.state())
                .put("workers", maker.workers())
                .build();
        for (BiFunction<RandomBlueprint, JsonObject, JsonObject> part : OPTIONAL_PARTS) {
            blueprint = random.nextInt(4) > 0 ? part.apply(maker, blueprint) : blueprint;
        }
        return blueprint;
    }

    /** One member of the state: its schema, its first value, and what may be written to it. */
    private record Field(String name, String schema, String initial, List<String> below, String invariant) {

        static Field any(String name, Random random) {
            int limit = 1 + random.nextInt(6);
            return switch (random.nextInt(5)) {
                case 0 ->
                    new Field(
                            name,
                            "{type: array, maxItems: " + (limit + 2) + ", items: {type: object, required: [n],"
                                    + " additionalProperties: false, properties: {n: {type: integer, minimum: 0, maximum: "
                                    + limit + "}, tag: {enum: [a, b]}}}}",
                            random.nextBoolean() ? "[]" : "[{n: 1}]",
                            List.of("", "/-", "/*", "/**", "/0", "/*/tag", "/*/n"),
                            "size(self) < 2 || self[0].n <= self[1].n");
                case 1 -> new Field(name, "{type: integer, minimum: 0}", "0", List.of(""), "self >= oldSelf");
                case 2 ->
                    new Field(
                            name,
                            "{type: object, maxProperties: " + limit + ", additionalProperties: {type: integer}}",
                            "{}",
                            List.of("", "/*", "/**", "/x", "/-"),
                            "!('x' in self) || self.x < 5");
                case 3 ->
                    new Field(
                            name,
                            "{type: string, maxLength: " + limit + "}",
                            "''",
                            List.of(""),
                            "self != 'b' || oldSelf == 'a'");
                default ->
                    new Field(
                            name,
                            "{type: object, required: [deep], properties: {deep: {type: array, uniqueItems: true, items:"
                                    + " {type: integer}}}}",
                            "{deep: [" + limit + "]}",
                            List.of("", "/deep", "/deep/-", "/deep/*", "/**", "/*/*"),
                            "size(self.deep) > 0");
            };
        }

        String path() {
            return JsonPointer.ROOT.child(name).toString();
        }
    }

    private <T> T any(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    private JsonArray some(int most, Supplier<Json> one) {
        List<Json> items = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            items.add(one.get());
        }
        return JsonArray.copyOf(items);
    }

    private String pattern() {
        if (random.nextInt(12) == 0) {
            return any(List.of("", "/**", "/*", "/*/*"));
        }
        Field field = any(fields);
        return field.path() + any(field.below());
    }

    /** One that read contracts and rules may have: a place that exists. */
    private String placePattern() {
        String pattern = pattern();
        return pattern.endsWith("/-") ? pattern.substring(0, pattern.length() - 1) + "*" : pattern;
    }

    private JsonObject state() {
        JsonObject.Builder properties = JsonObject.builder();
        JsonObject.Builder initial = JsonObject.builder();
        for (Field field : fields) {
            properties.put(field.name(), Texts.json(field.schema()));
            initial.put(field.name(), Texts.json(field.initial()));
        }
        return JsonObject.builder()
                .put(
                        "schema",
                        JsonObject.builder()
                                .put("type", "object")
                                .put("additionalProperties", random.nextBoolean())
                                .put("properties", properties.build())
                                .build())
                .put("initial", initial.build())
                .build();
    }

    private JsonObject workers() {
        JsonObject.Builder workers = JsonObject.builder();
        for (int i = 0; i < 3; i++) {
            workers.put("worker-" + i, worker());
        }
        return workers.build();
    }

    private JsonObject worker() {
        return JsonObject.builder()
                .put("unsolicited", names++ == 0 || random.nextBoolean())
                .putStringIfPresent(
                        "policy", Optional.of("caught").filter(policy -> names == 1 && random.nextBoolean()))
                .put("read", some(3, () -> Json.of(placePattern())))
                .put("privileged", true)
                .put("write", some(6, this::grant))
                .put("view", JsonObject.of("maxChars", Json.of(1_000L + random.nextInt(2_000))))
                .putIfPresent(
                        "budgets",
                        random.nextInt(3) > 0 ? Optional.empty() : Optional.of(Texts.json("{invocations: 2}")))
                .build();
    }

    private Json grant() {
        List<String> ops = OPS.stream().filter(op -> random.nextInt(3) > 0).toList();
        return JsonObject.builder()
                .put("op", JsonArray.ofStrings(ops.isEmpty() ? List.of("add") : ops))
                .put("path", pattern())
                .build();
    }

    private Json rule() {
        JsonObject on = switch (random.nextInt(8)) {
            case 0 -> JsonObject.of("event", Json.of("created"));
            case 1 -> JsonObject.of("event", Json.of("quiescent"));
            case 2 -> change().with("op", JsonArray.ofStrings(List.of(any(List.of("add", "replace", "remove")))));
            case 3 -> JsonObject.of("all", JsonArray.of(change(), change())).with("within", Json.of("PT40S"));
            case 4 -> JsonObject.of("count", Json.of(2L)).with("of", JsonArray.of(change(), change()));
            default -> change();
        };
        JsonObject rule = JsonObject.builder()
                .put("name", "rule-" + any(List.of("b", "a", "Z", "c")) + names++)
                .put("on", on)
                .put("invoke", invoke())
                .build();
        for (JsonObject option : RULE_OPTIONS) {
            if (random.nextInt(5) == 0) {
                for (String name : option.names()) {
                    rule = rule.with(name, option.get(name).orElseThrow());
                }
            }
        }
        if (random.nextInt(5) == 0) {
            rule = rule.with("forEach", Json.of(placePattern()));
        }
        return random.nextBoolean() ? rule : rule.with("when", Json.of("version < " + (5 + random.nextInt(30))));
    }

    private JsonObject change() {
        return JsonObject.of("path", Json.of(placePattern()));
    }

    private Json invoke() {
        return random.nextInt(5) > 0
                ? Json.of("worker-" + random.nextInt(3))
                : JsonObject.of("choose", Json.of("'worker-' + string(version % 4)"));
    }

    private Json secrets() {
        return JsonArray.of(JsonObject.builder()
                .put("path", any(fields).path())
                .put("to", "worker-" + random.nextInt(3))
                .build());
    }

    private Json invariants() {
        List<Json> invariants = new ArrayList<>();
        for (Field field : fields) {
            if (random.nextBoolean()) {
                invariants.add(JsonObject.builder()
                        .put("name", "invariant-" + names++)
                        .put("path", field.path())
                        .put("rule", field.invariant())
                        .build());
            }
        }
        return JsonArray.copyOf(invariants);
    }

    private List<String> paths() {
        return fields.stream().map(Field::path).toList();
    }

    private Json policies() {
        return Texts.json("{default: {timeout: PT" + (5 + random.nextInt(60)) + "S, retry: {maxAttempts: "
                + (1 + random.nextInt(4)) + ", backoff: {mode: " + any(List.of("fixed", "exponential")) + ", base: PT"
                + random.nextInt(20)
                + "S, cap: PT30S}}, outage: {patience: PT40S, backoff: {mode: fixed, base: PT15S}},"
                + " onExhausted: " + any(List.of("stop", "incident", "{restore: mark-2}", "halt")) + "},"
                + " caught: {timeout: PT20S, onExhausted: {catch: worker-2}}}");
    }

    private Json budgets() {
        return Texts.json("{invocations: " + (10 + random.nextInt(200)) + ", tokens: " + (200 + random.nextInt(1_000))
                + ", duration: PT" + (10 + random.nextInt(100)) + "M}");
    }

    private Json complete() {
        return Texts.json("{when: version > " + (2 + random.nextInt(20)) + "}");
    }
}
