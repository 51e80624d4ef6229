package io.patchboard.kernel.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.kernel.tokens.Tokenizer;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for the view of any state: it keeps its budgets, tells no secrets, and begins with the same text. */
class ViewPropertyTest {

    /** Stands in every place that the role may not see, and nowhere else. */
    private static final String SECRET = "Secret";

    private static final String LETTERS = "abc \"\\\n\té😀漢\u2028/~";

    private static WorkerRole role(int maxChars, Optional<Integer> maxTokens) {
        CompileResult result = BlueprintCompiler.compile(Texts.json("""
                apiVersion: patchboard/v1
                name: any
                state:
                  schema:
                    type: object
                    required: [goal]
                    properties:
                      claims: {type: array, items: {type: object, required: [about, title], properties: {title: {x-patchboard-label: true}, about: {x-patchboard-ref: '/sources/*/handle'}}}}
                      sources: {type: object, additionalProperties: {type: object, properties: {title: {x-patchboard-label: true}}}}
                  initial: {goal: g}
                workers:
                  w:
                    instruction: Look at "it", carefully.
                    read: [/goal, /claims, '/sources/*', '/maps/*/open', '/deep/**']
                    write: [{op: [add, replace], path: '/claims/*/note'}, {op: [add], path: /claims/-}]
                    view: {maxChars: %d%s}
                  owner: {read: ['']}
                private:
                  - {path: '/claims/*/verdict', to: owner}
                  - {path: '/deep/*/hidden', to: owner}
                  - {path: /sources/mine, to: owner}
                """.formatted(
                maxChars, maxTokens.map(tokens -> ", maxTokens: " + tokens).orElse(""))));
        assertThat(result).as("%s", result).isInstanceOf(CompileResult.Valid.class);
        return ((CompileResult.Valid) result).blueprint().worker("w").orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20260101, 424242})
    void views_ofRandomBoards_keepTheirBudgetsAndTellNoSecrets(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 150; round++) {
            int maxChars = 1_000 + random.nextInt(round % 3 == 0 ? 12_000 : 2_000);
            Optional<Integer> maxTokens =
                    random.nextInt(3) > 0 ? Optional.of(300 + random.nextInt(900)) : Optional.empty();
            WorkerRole role = role(maxChars, maxTokens);
            ViewRequest request = request(random, role);

            JsonObject view = ViewBuilder.build(request);

            String text = JsonWriter.compact(view);
            String where = "seed " + seed + ", round " + round + ": " + text;
            assertThat(text.length()).as(where).isLessThanOrEqualTo(maxChars);
            if (maxTokens.isPresent()) {
                assertThat(Tokenizer.O200K_BASE.count(text)).as(where).isLessThanOrEqualTo(maxTokens.get());
            }
            assertThat(text).as(where).doesNotContain(SECRET);
            assertThat(text).as(where).startsWith(prefix(role));
            assertThat(ViewBuilder.build(request)).isEqualTo(view);
            assertHandlesAreTrue(view, request, where);
        }
    }

    private static String prefix(WorkerRole role) {
        String fixed = JsonWriter.compact(role.view().fixed());
        return fixed.substring(0, fixed.length() - 1) + ",";
    }

    private static void assertHandlesAreTrue(JsonObject view, ViewRequest request, String where) {
        List<Json> handles = new ArrayList<>();
        if (view.get("summaries").orElse(Json.nul()) instanceof JsonObject summaries) {
            for (Json summary : summaries.members().values()) {
                ((JsonArray) ((JsonObject) summary).get("handles").orElseThrow()).forEach(handles::add);
            }
        }
        if (view.get("dependencies").orElse(Json.nul()) instanceof JsonArray dependencies) {
            dependencies.forEach(handles::add);
        }
        JsonObject state = (JsonObject) view.get("state").orElseThrow();
        for (Json handle : handles) {
            JsonPointer place = JsonPointer.parse(
                    ((JsonString) ((JsonObject) handle).get("handle").orElseThrow()).value());
            assertThat(place.resolve(request.state())).as(where).isPresent();
            assertThat(request.role().mayRead(place)).as(where).isTrue();
            assertThat(state.has(place.toString())).as(where).isFalse();
        }
    }

    private static ViewRequest request(Random random, WorkerRole role) {
        JsonObject state = state(random);
        List<JsonPointer> places = new ArrayList<>();
        collect(state, JsonPointer.ROOT, places);
        List<StateChange> recent = new ArrayList<>();
        for (int i = random.nextInt(20); i > 0; i--) {
            recent.add(new StateChange(recent.size() + 2, List.of(any(random, places), any(random, places))));
        }
        List<Rejection> rejections = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            JsonPointer place = any(random, places); // as it is told: what may be is no matter of the view
            rejections.add(new Rejection(
                    random.nextBoolean() ? Stage.SCHEMA : Stage.APPLICATION,
                    "enum",
                    role.hidden().hides(place) || !named(place) ? "/closed" : place.toString(),
                    Optional.empty(),
                    text(random)));
        }
        List<String> expanded = places.stream()
                .filter(place -> role.mayRead(place) && random.nextInt(20) == 0)
                .limit(5)
                .map(JsonPointer::toString)
                .toList();
        List<JsonPointer> items =
                places.stream().filter(ViewPropertyTest::named).toList();
        Trigger trigger = new Trigger(
                "r",
                1,
                random.nextBoolean() ? Optional.of(any(random, items).toString()) : Optional.empty(),
                random.nextInt(4) == 0
                        ? List.of(
                                any(random, items).toString(),
                                any(random, items).toString())
                        : List.of());
        return new ViewRequest(
                state,
                recent.size() + 1L,
                recent,
                role,
                trigger,
                rejections,
                expanded,
                role.view().budget());
    }

    /** What a rule or a rejection names may be told; keys that are secrets are not among it here. */
    private static boolean named(JsonPointer place) {
        return !place.toString().contains(SECRET);
    }

    private static JsonPointer any(Random random, List<JsonPointer> places) {
        return places.get(random.nextInt(places.size()));
    }

    private static void collect(Json value, JsonPointer at, List<JsonPointer> places) {
        places.add(at);
        if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> collect(member, at.child(name), places));
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                collect(array.get(i), at.child(i), places);
            }
        }
    }

    private static JsonObject state(Random random) {
        JsonObject secret = JsonObject.of(SECRET, JsonArray.of(Json.of(SECRET), Json.of(1)));
        List<Json> claims = new ArrayList<>();
        for (int i = random.nextInt(25); i > 0; i--) {
            claims.add(JsonObject.builder()
                    .put("verdict", random.nextBoolean() ? secret : Json.of(SECRET))
                    .put("title", text(random))
                    .put("about", "s" + random.nextInt(20))
                    .put("see", "/sources/" + (random.nextInt(4) == 0 ? "mine" : "s" + random.nextInt(20)))
                    .put("body", value(random, 3))
                    .build());
        }
        JsonObject.Builder sources = JsonObject.builder().put("mine", secret.with("handle", Json.of("s1")));
        for (int i = random.nextInt(20); i > 0; i--) {
            sources.put(
                    "s" + i,
                    JsonObject.builder()
                            .put("handle", "s" + i)
                            .put("title", text(random))
                            .put("body", value(random, 2))
                            .build());
        }
        JsonObject.Builder maps = JsonObject.builder();
        JsonObject.Builder deep = JsonObject.builder();
        for (int i = random.nextInt(6); i > 0; i--) {
            maps.put(
                    "m" + i,
                    JsonObject.builder()
                            .put("open", value(random, 3))
                            .put("shut", secret)
                            .build());
            deep.put(
                    "d" + i,
                    JsonObject.builder()
                            .put("hidden", secret)
                            .put("x", value(random, 9))
                            .build());
        }
        return JsonObject.builder()
                .put("goal", text(random))
                .put("closed", secret)
                .put("claims", JsonArray.copyOf(claims))
                .put("sources", sources.build())
                .put("maps", maps.build())
                .put("deep", deep.build())
                .build();
    }

    private static Json value(Random random, int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            return JsonObject.builder()
                    .put("a", value(random, depth - 1))
                    .put(text(random), value(random, depth - 1))
                    .build();
        }
        if (depth > 0 && random.nextInt(3) == 0) {
            return JsonArray.of(value(random, depth - 1), value(random, depth - 1));
        }
        return random.nextInt(4) == 0 ? Json.of(random.nextLong()) : Json.of(text(random));
    }

    private static String text(Random random) {
        int[] letters = LETTERS.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        int most = random.nextInt(12) == 0 ? 1_500 : 60;
        for (int i = random.nextInt(most); i > 0; i--) {
            text.appendCodePoint(letters[random.nextInt(letters.length)]);
        }
        return text.toString();
    }
}
