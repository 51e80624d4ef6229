package io.patchboard.kernel.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.state.StateChange;
import io.patchboard.record.Trigger;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a view holds when not everything fits. */
class ViewOrderTest {

    private static final String SCHEMA = """
            {type: object, required: [goal, claims], properties: {
              goal: {type: string},
              claims: {type: array, items: {type: object, required: [text, source], properties: {
                title: {type: string, x-patchboard-label: true}, source: {$ref: '#/$defs/source'}}}},
              sources: {type: array, items: {type: object, properties: {name: {type: string, x-patchboard-label: true}}}}},
             $defs: {source: {type: string, x-patchboard-ref: '/sources/*/handle'}}}
            """;

    private static WorkerRole role(String worker) {
        CompileResult result =
                BlueprintCompiler.compile(Texts.json("{apiVersion: patchboard/v1, name: n, state: {schema: " + SCHEMA
                        + ", initial: {goal: g, claims: []}}, workers: {w: " + worker + "}}"));
        assertThat(result).as("%s", result).isInstanceOf(CompileResult.Valid.class);
        return ((CompileResult.Valid) result).blueprint().worker("w").orElseThrow();
    }

    private static JsonObject view(
            String state, WorkerRole role, Optional<String> item, List<String> expanded, StateChange... recent) {
        return ViewBuilder.build(new ViewRequest(
                Texts.json(state),
                9,
                List.of(recent),
                role,
                new Trigger("r", 1, item),
                List.of(),
                expanded,
                role.view().budget()));
    }

    private static StateChange change(long version, String place) {
        return new StateChange(version, List.of(JsonPointer.parse(place)));
    }

    private static Set<String> shown(JsonObject view) {
        return ((JsonObject) view.get("state").orElseThrow()).names();
    }

    private static JsonObject summary(JsonObject view, String collection) {
        return (JsonObject) ((JsonObject) view.get("summaries").orElseThrow())
                .get(collection)
                .orElseThrow();
    }

    private static String claims(int count, int chars) {
        StringBuilder claims = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            claims.append("{title: C")
                    .append(i)
                    .append(", text: ")
                    .append("x".repeat(chars))
                    .append("},");
        }
        return claims.append("]").toString();
    }

    @Test
    void array_thatDoesNotFit_isShownByItems_recentlyChangedOnesFirst() {
        WorkerRole role = role("{read: [/claims], view: {maxChars: 1000}}");

        JsonObject view = view(
                "{claims: " + claims(20, 150) + "}",
                role,
                Optional.empty(),
                List.of(),
                change(5, "/claims/3"),
                change(8, "/claims/17/text"),
                change(9, "/elsewhere"));

        assertThat(shown(view)).startsWith("/claims/17", "/claims/3", "/claims/0");
        assertThat(summary(view, "/claims/*").get("count")).contains(Json.of(20));
        assertThat(summary(view, "/claims/*").get("shown"))
                .contains(Json.of(shown(view).size()));
        assertThat(((JsonArray) summary(view, "/claims/*").get("handles").orElseThrow())
                        .get(0)
                        .toString())
                .matches("\\{\"handle\":\"/claims/[12]\",\"version\":9,\"label\":\"C[12]\"}");
    }

    @Test
    void handle_saysWhenItChanged() {
        WorkerRole role = role("{read: [/claims], view: {maxChars: 400}}");

        JsonObject view = view(
                "{claims: " + claims(3, 400) + "}", role, Optional.empty(), List.of(), change(8, "/claims/2/text"));

        assertThat(((JsonArray) summary(view, "/claims/*").get("handles").orElseThrow()).get(0))
                .isEqualTo(Texts.json("{handle: /claims/2, version: 9, changed: 8, label: C2}"));
    }

    @Test
    void whatTheSchemaRequires_comesBeforeWhatChanged() {
        WorkerRole role =
                role("{read: ['/sources/*', '/claims/*/text', '/claims/*/source', /goal], write: [{op: [replace],"
                        + " path: '/claims/*/status'}], view: {maxChars: 700}}");

        JsonObject view = view(
                "{goal: g, sources: [{t: " + "y".repeat(250) + "}, {t: " + "y".repeat(250)
                        + "}], claims: [{text: a, source:" + " s, status: d}, {text: b, source: s, status: d}]}",
                role,
                Optional.of("/claims/1/status"),
                List.of(),
                change(9, "/sources/1"));

        assertThat(List.copyOf(shown(view)).subList(0, 3))
                .containsExactly("/claims/1/text", "/claims/1/source", "/goal");
    }

    @Test
    void whatTheWorkerAskedFor_comesFirst_inPartsIfItIsLarge() {
        WorkerRole role = role("{read: ['/claims/*'], view: {maxChars: 900}}");

        JsonObject view = view(
                "{claims: [{title: A, text: " + "x".repeat(900) + ", note: n}, {title: B}, {title: C, text: "
                        + "y".repeat(400) + "}]}",
                role,
                Optional.empty(),
                List.of("/claims/0", "/claims/2"),
                change(9, "/claims/1"));

        assertThat(shown(view)).startsWith("/claims/0/title", "/claims/0/note", "/claims/2");
        assertThat(summary(view, "/claims/0/*").get("handles").orElseThrow().toString())
                .contains("/claims/0/text");
    }

    @Test
    void references_outOfTheSlice_areDependencies() {
        WorkerRole role = role("{read: ['/claims/*', '/sources/*'], view: {maxChars: 700}}");

        JsonObject view = view(
                "{claims: [{source: s2, see: /sources/0}, {source: nowhere, see: /goal}], goal: g, sources: [{handle: s1,"
                        + " name: One, t: " + "x".repeat(700) + "}, {handle: s2, name: Two, t: " + "x".repeat(700)
                        + "}]}",
                role,
                Optional.empty(),
                List.of());

        assertThat(view.get("dependencies"))
                .contains(Texts.json("[{handle: /sources/1, version: 9, label: Two, from: /claims/0/source},"
                        + " {handle: /sources/0, version: 9, label: One, from: /claims/0/see}]"));
    }

    @Test
    void references_ofTheSameHash_areToldApart_andNumbersAreEqualHoweverTheyAreWritten() {
        WorkerRole role = role("{read: ['/claims/*', '/sources/*'], view: {maxChars: 700}}");
        String long700 = "x".repeat(700);

        JsonObject view = view(
                "{claims: [{source: BBAa}, {source: AaBB}, {source: 1.0}], goal: g, sources: [{handle: AaBB, t: "
                        + long700 + "}, {handle: BBAa, t: " + long700 + "}, {handle: 1, t: " + long700 + "}]}",
                role,
                Optional.empty(),
                List.of());

        assertThat(view.get("dependencies"))
                .contains(Texts.json("[{handle: /sources/1, version: 9, from: /claims/0/source},"
                        + " {handle: /sources/0, version: 9, from: /claims/1/source},"
                        + " {handle: /sources/2, version: 9, from: /claims/2/source}]"));
    }

    @Test
    void references_toWhatMayNotBeRead_areNone() {
        WorkerRole role = role("{read: ['/claims/*']}");

        JsonObject view = view(
                "{claims: [{source: s1, see: /sources/0}], sources: [{handle: s1}]}",
                role,
                Optional.empty(),
                List.of());

        assertThat(view.has("dependencies")).isFalse();
    }

    @Test
    void items_ofATrigger_areAllShown() {
        WorkerRole role = role("{read: ['/claims/*']}");

        JsonObject view = ViewBuilder.build(new ViewRequest(
                Texts.json("{claims: [{title: A}, {title: B}, {title: C}]}"),
                1,
                List.of(),
                role,
                new Trigger("r", 1, Optional.empty(), List.of("/claims/2", "/claims/0", "/goal")),
                List.of(),
                List.of(),
                role.view().budget()));

        assertThat(view.get("items"))
                .contains(Texts.json(
                        "[{path: /claims/2, value: {title: C}}, {path: /claims/0, value: {title: A}}, {path: /goal}]"));
        assertThat(shown(view)).containsExactly("/claims/1");
    }

    @Test
    void budget_tightened_staysAboveTheFixedPart() {
        WorkerRole role = role("{instruction: " + "i".repeat(300) + ", read: [/claims], view: {maxChars: 1000}}");

        assertThat(role.view().tightened(50).maxChars()).isEqualTo(500);
        assertThat(role.view().tightened(1).maxChars())
                .isEqualTo(role.view().least().maxChars());
        assertThat(role.view().least().maxChars()).isBetween(370, 400);
    }

    @Test
    void blueprint_whoseFixedPartCannotFit_isRefusedWithTheNumbers() {
        String blueprint = "{apiVersion: patchboard/v1, name: n, state: {schema: true, initial: {}}, workers: {w:"
                + " {instruction: '" + "many words ".repeat(60) + "', view: {maxChars: 300, maxTokens: 100}}}}";

        CompileResult.Invalid invalid = (CompileResult.Invalid) BlueprintCompiler.compile(Texts.json(blueprint));

        assertThat(invalid.problems().stream().map(problem -> problem.pointer()).collect(Collectors.toSet()))
                .containsExactly("/workers/w/view");
        assertThat(invalid.problems().get(0).message())
                .contains("characters, but it has 300")
                .contains("730");
        assertThat(invalid.problems().get(1).message()).contains("tokens (o200k_base), but it has 100");
    }

    @Test
    void marks_andPrivatePaths_thatCannotBeRead_areProblems() {
        String blueprint =
                "{apiVersion: patchboard/v1, name: n, state: {schema: {properties: {a: {x-patchboard-label: yes"
                        + " please}, b: {x-patchboard-ref: here}, x-patchboard-ref: {type: string}}}, initial: {}}, workers: {w: {}},"
                        + " private: [{path: /a, to: nobody}, {path: /a/-, to: w}]}";

        CompileResult.Invalid invalid = (CompileResult.Invalid) BlueprintCompiler.compile(Texts.json(blueprint));

        assertThat(invalid.problems().stream().map(problem -> problem.pointer()))
                .containsExactlyInAnyOrder(
                        "/private/0/to",
                        "/private/1/path",
                        "/state/schema/properties/a/x-patchboard-label",
                        "/state/schema/properties/b/x-patchboard-ref");
    }
}
