package io.patchboard.kernel.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What an invited worker gets to know, and what it does not. */
class ViewTest {

    private static final Trigger CREATED = new Trigger("r", 1, Optional.empty());

    private static WorkerRole role(String read, String rest) {
        CompileResult result = BlueprintCompiler.compile(Texts.json(
                "{apiVersion: patchboard/v1, name: views, state: {schema: {type: object, properties: {answer: {type: string,"
                        + " maxLength: 100}, claims: {type: array, items: {type: object, properties: {text: {type:"
                        + " string}}}}}}, initial: {}}, workers: {w: {read: " + read + rest + "}}}"));
        assertThat(result).as("%s", result).isInstanceOf(CompileResult.Valid.class);
        return ((CompileResult.Valid) result).blueprint().worker("w").orElseThrow();
    }

    private static JsonObject view(String state, String read) {
        return build(Texts.json(state), role(read, ""), CREATED, List.of());
    }

    private static JsonObject build(Json state, WorkerRole role, Trigger trigger, List<Rejection> rejections) {
        return ViewBuilder.build(new ViewRequest(
                state,
                7,
                List.of(),
                role,
                trigger,
                rejections,
                List.of(),
                role.view().budget()));
    }

    private static Trigger at(String path) {
        return new Trigger("r", 1, Optional.of(path));
    }

    @Test
    void view_holdsWhatTheReadContractNamesAndNothingElse() {
        String state = "{question: q, secret: SECRET, sources: [{text: one, key: SECRET}, {text: two, key: SECRET}],"
                + " users: {SECRET: 1}, deep: {a: {b: {c: 1, d: SECRET}}}, questions: SECRET}";

        JsonObject view = view(state, "[/question, '/sources/*/text', /deep/a/b/c, /missing]");

        assertThat(view.get("state").orElseThrow())
                .isEqualTo(Texts.json("{/question: q, /sources/0/text: one, /sources/1/text: two, /deep/a/b/c: 1}"));
        assertThat(view.toString()).doesNotContain("SECRET");
        assertThat(view.names()).containsExactly("instruction", "contract", "schema", "state");
    }

    @Test
    void view_withoutReadContract_isEmpty() {
        assertThat(view("{secret: SECRET}", "[]").get("state")).contains(JsonObject.EMPTY);
    }

    @Test
    void patterns_showEachValueOnceAndWhole() {
        assertThat(view("{a: {b: 1, c: 2}}", "[/a, /a/b, '/a/**', /a]").get("state"))
                .contains(Texts.json("{/a: {b: 1, c: 2}}"));
        assertThat(view("{a: {b: {x: 1}, c: 2}}", "[/a/**]").get("state"))
                .contains(Texts.json("{/a/b: {x: 1}, /a/c: 2}"));
        assertThat(view("{a: 1}", "['']").get("state")).contains(Texts.json("{'': {a: 1}}"));
    }

    @Test
    void item_comesFirst_andIsNotRepeated() {
        JsonObject view = build(
                Texts.json("{claims: [{text: a}, {text: b}], q: 1}"),
                role("[/q, '/claims/*']", ""),
                at("/claims/1"),
                List.of());

        assertThat(view.names()).containsExactly("instruction", "contract", "schema", "item", "state");
        assertThat(view.get("item")).contains(Texts.json("{path: /claims/1, value: {text: b}}"));
        assertThat(view.get("state")).contains(Texts.json("{/q: 1, /claims/0: {text: a}}"));
    }

    @Test
    void item_thatMayNotBeReadWhole_isNamedOnly() {
        JsonObject view = build(
                Texts.json("{claims: [{text: a, key: SECRET}]}"),
                role("['/claims/*/text']", ""),
                at("/claims/0"),
                List.of());

        assertThat(view.get("item")).contains(Texts.json("{path: /claims/0}"));
        assertThat(view.get("state")).contains(Texts.json("{/claims/0/text: a}"));
        assertThat(view.toString()).doesNotContain("SECRET");
    }

    @Test
    void schema_isOfWhatMayBeWritten() {
        WorkerRole role = role("[]", ", write: [{op: [add], path: /answer}, {op: [add], path: /claims/-}]");

        assertThat(build(Texts.json("{}"), role, CREATED, List.of()).get("schema"))
                .contains(
                        Texts.json(
                                "{/answer: {type: string, maxLength: 100}, /claims/-: {type: object, properties: {text: {type: string}}}}"));
    }

    @Test
    void rejections_haveOneLineForEachClass_newestFirst() {
        Rejection a = new Rejection(Stage.SCHEMA, "enum", "/claims/3/kind", Optional.empty(), "Expected a, but got c.");
        Rejection older =
                new Rejection(Stage.SCHEMA, "enum", "/claims/11/kind", Optional.empty(), "Expected a, but got b.");
        Rejection b = new Rejection(Stage.SYNTAX, "op", "/patch/0", Optional.empty(), "Expected an op, but got none.");

        JsonObject view = build(Texts.json("{}"), role("[/claims]", ""), CREATED, List.of(b, a, b, older, a));

        assertThat(view.get("rejections"))
                .contains(
                        Texts.json("[{stage: SYNTAX, code: op, path: /patch/*, count: 2, message: 'Expected an op, but"
                                + " got none.'}, {stage: SCHEMA, code: enum, path: /claims/*/kind, count: 3, message: 'Expected"
                                + " a, but got c.'}]"));
    }

    @Test
    void whatDoesNotFit_isSummarised() {
        WorkerRole role = role("[/a, /b, /c]", ", view: {maxChars: 300}");

        JsonObject view =
                build(Texts.json("{a: small, b: " + "x".repeat(400) + ", c: small}"), role, CREATED, List.of());

        assertThat(view.get("state")).contains(Texts.json("{/a: small, /c: small}"));
        assertThat(view.get("summaries"))
                .contains(Texts.json("{/b: {count: 1, shown: 0, handles: [{handle: /b, version: 7}]}}"));
        assertThat(view.has("omitted")).isFalse();
    }

    @Test
    void budget_isKeptAtAnySize() {
        long seed = 20260101;
        Random random = new Random(seed);
        for (int round = 0; round < 400; round++) {
            int maxChars = round < 50 ? 400 + round : 400 + random.nextInt(3_000);
            WorkerRole role = role(
                    "['/**']",
                    ", write: [{op: [add], path: /answer}, {op: [add], path: /claims/-}], view: {maxChars: " + maxChars
                            + "}");
            JsonObject.Builder state = JsonObject.builder();
            int members = random.nextInt(60);
            for (int i = 0; i < members; i++) {
                state.put("k\"" + i, text(random));
            }
            List<Rejection> rejections = new ArrayList<>();
            for (int i = random.nextInt(6); i > 0; i--) {
                rejections.add(new Rejection(Stage.SCHEMA, "enum", "/" + i, Optional.empty(), text(random)));
            }
            Trigger trigger = random.nextBoolean() ? CREATED : at("/k\"" + random.nextInt(60));

            JsonObject view = build(state.build(), role, trigger, rejections);

            assertThat(JsonWriter.compact(view).length())
                    .as("seed %d, round %d", seed, round)
                    .isLessThanOrEqualTo(maxChars);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(120); i > 0; i--) {
            text.append("abc\"\\\né😀".charAt(random.nextInt(7)));
        }
        return JsonReader.parse(Json.of(text.toString()).toString()).toString();
    }

    @Test
    void view_isAFunctionOfTheState_notOfTheOrderOfItsMembers() {
        WorkerRole role = role("['/**']", "");
        String one = CanonicalJson.sha256(build(Texts.json("{a: 1, b: {c: 2, d: 3}}"), role, CREATED, List.of()));
        String two = CanonicalJson.sha256(build(Texts.json("{b: {d: 3, c: 2}, a: 1.0}"), role, CREATED, List.of()));

        assertThat(one).isEqualTo(two);
    }

    @Test
    void view_ofALargeState_takesTimeInProportion() {
        StringBuilder items = new StringBuilder("{\"claims\":[0");
        for (int i = 1; i < 200_000; i++) {
            items.append(',').append(i);
        }
        Json state = JsonReader.parse(items.append("]}").toString());

        JsonObject view = build(state, role("['/claims/*']", ""), CREATED, List.of());

        assertThat(JsonWriter.compact(view).length()).isBetween(15_000, 20_000);
        JsonObject summary = (JsonObject)
                JsonPointer.parse("/summaries/~1claims~1*").resolve(view).orElseThrow();
        assertThat(summary.get("count")).contains(Json.of(200_000));
        assertThat(summary.get("shown"))
                .contains(Json.of(((JsonObject) view.get("state").orElseThrow()).size()));
    }

    @Test
    void invocationAndCommit_carryTheHashOfTheView() {
        Scenario board = new Scenario("""
                        apiVersion: patchboard/v1
                        name: hashes
                        state: {schema: true, initial: {q: 1}}
                        workers: {w: {read: [/q], write: [{op: [replace], path: /q}]}}
                        rules: [{name: r, on: {event: created}, invoke: w}]
                        """).created();
        WorkerInvoked invoked = board.invocation("w");
        assertThat(invoked.viewHash()).isEqualTo(CanonicalJson.sha256(invoked.view()));

        PatchCommitted committed = Scenario.only(
                board.wait(Duration.ofSeconds(1)).answer(invoked, "[{op: replace, path: /q, value: 2}]"),
                PatchCommitted.class);

        assertThat(committed.viewHash()).contains(invoked.viewHash());
        assertThat(committed.trigger()).contains(invoked.trigger());
    }

    /** A member of what is private may be the secret itself. */
    @Test
    void undoes_doesNotNameWhatWasMovedFromWhereItIsPrivateToOthers() {
        Scenario shop = new Scenario("""
                apiVersion: patchboard/v1
                name: cards
                state:
                  initial: {order: {}, cards: {"4111": {limit: 5}}}
                  schema: {type: object}
                workers:
                  charge: {privileged: true, compensation: {worker: refund, idempotent: true},
                           write: [{op: [move], path: "/cards/*"}, {op: [move], path: /order/paid}]}
                  refund: {read: [/order]}
                  ship: {read: [/order]}
                private: [{path: "/cards/*", to: charge}]
                rules:
                  - {name: charge, on: {event: created}, invoke: charge}
                  - {name: ship, on: {path: /order/paid}, invoke: ship}
                """).created();
        shop.answer(shop.invocation("charge"), "[{op: move, from: /cards/4111, path: /order/paid}]");
        shop.cancel();

        assertThat(shop.invocation("refund").view().toString())
                .contains("\"patch\":[{\"op\":\"move\",\"path\":\"/order/paid\"}]")
                .doesNotContain("4111");
    }
}
