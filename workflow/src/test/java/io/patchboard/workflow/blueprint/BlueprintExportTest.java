package io.patchboard.workflow.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workflows as blueprints. A blueprint that is written compiles, or the export would have said so. */
class BlueprintExportTest {

    private static final String LOOP = """
            name: loop
            start: draft
            nodes:
              - {id: draft, type: task, policyRef: rounds}
              - {id: good, type: choice}
              - {id: pause, type: wait, params: {seconds: 90}}
              - {id: publish, type: task, policyRef: careful}
              - {id: sorry, type: task}
              - {id: done, type: succeed}
            edges:
              - {from: draft, to: good, kind: sequence}
              - {from: good, to: pause, kind: branch, guard: "has(output.score) && input.score > 3"}
              - {from: good, to: draft, kind: branch, guard: "true"}
              - {from: pause, to: publish, kind: sequence}
              - {from: publish, to: done, kind: sequence}
              - {from: draft, to: publish, kind: data}
            policies:
              default: {timeout: {seconds: 30}}
              rounds: {timeout: {seconds: 2.5}, loopGuards: {maxIters: 4}}
              careful:
                timeout: {seconds: 10}
                retry: {maxAttempts: 3, jitter: true}
                backoff: {mode: exponential, base: 1}
                catch: {onError: "*", handlerNode: sorry}
            """;

    @Test
    void write_sequence_isARuleOnTheOutputBefore() {
        JsonObject blueprint = blueprint(LOOP);

        assertThat(at(blueprint, "/rules/1/name")).isEqualTo(Json.of("draft.2"));
        assertThat(at(blueprint, "/rules/0/on/path")).isEqualTo(Json.of("/input"));
        assertThat(at(blueprint, "/rules/2/on/path")).isEqualTo(Json.of("/outputs/draft/*"));
        assertThat(at(blueprint, "/rules/2/invoke")).isEqualTo(Json.of("publish"));
    }

    @Test
    void write_choice_firstGuardThatHoldsDecides() {
        JsonObject blueprint = blueprint(LOOP);

        String guard = "[item].exists(output, [item].exists(input, has(output.score) && input.score > 3))";
        assertThat(at(blueprint, "/rules/2/when")).isEqualTo(Json.of(guard));
        assertThat(at(blueprint, "/rules/1/when")).isEqualTo(Json.of("!" + guard));
    }

    @Test
    void write_loopGuards_areOneLoopForAllWaysToANode() {
        String loop = LOOP.replace("type: choice}", "type: choice, policyRef: while}")
                .replace(
                        "careful:", "while: {loopGuards: {timeBudget: PT1H, predicate: output.score < 9}}\n  careful:");
        JsonObject blueprint = blueprint(loop);

        assertThat(at(blueprint, "/rules/0/loopGuards")).hasToString("[{\"loop\":\"draft\",\"maxIters\":4}]");
        assertThat(at(blueprint, "/rules/1/loopGuards"))
                .hasToString("[{\"loop\":\"good\",\"timeBudget\":\"PT1H\",\"predicate\":"
                        + "\"[item].exists(output, output.score < 9)\"},{\"loop\":\"draft\",\"maxIters\":4}]");
    }

    /** Not the 1,000 that a board has where nothing is said. */
    @Test
    void write_loops_endByTheirGuards_beforeTheBoardsInvocationsDo() {
        JsonObject blueprint = blueprint(LOOP.replace("maxIters: 4", "maxIters: 5000"));

        assertThat(at(blueprint, "/budgets")).hasToString("{\"invocations\":100000}");
    }

    @Test
    void write_wait_isADelay() {
        assertThat(at(blueprint(LOOP), "/rules/2/delay")).isEqualTo(Json.of("PT90S"));
    }

    @Test
    void write_policies_areTheKernels() {
        JsonPlace careful = JsonPlace.of(at(blueprint(LOOP), "/policies/careful"));

        assertThat(careful.into("retry").integer("maxAttempts")).contains(3L);
        assertThat(careful.into("retry").into("backoff").text("mode")).contains("exponential");
        assertThat(careful.into("outage").text("patience")).contains("PT0S");
        assertThat(careful.into("onExhausted").text("catch")).contains("sorry");
        assertThat(at(blueprint(LOOP), "/policies/rounds/timeout")).isEqualTo(Json.of("PT2.5S"));
        assertThat(at(blueprint(LOOP), "/policies/default/retry/maxAttempts")).isEqualTo(Json.of(1L));
    }

    @Test
    void write_retriesAndCatches_ofSomeErrors_areInTheirOrder() {
        JsonObject blueprint = blueprint(LOOP.replace(
                        "retry: {maxAttempts: 3, jitter: true}",
                        "retry: [{maxAttempts: 5, retryOn: timeout}, {maxAttempts: 2, retryOn: [States.TaskFailed]},"
                                + " {maxAttempts: 4, retryOn: '*'}, {maxAttempts: 9, retryOn: bug}]")
                .replace(
                        "catch: {onError: \"*\", handlerNode: sorry}",
                        "catch: [{onError: [refused, bug], handlerNode: sorry}]"));

        JsonPlace careful = JsonPlace.of(at(blueprint, "/policies/careful"));
        assertThat(careful.items("retry"))
                .extracting(retry -> retry.into("retryOn").value().toString())
                .containsExactly(
                        "[\"timeout\"]", "[\"bug\",\"invalid\",\"outage\",\"rate-limit\",\"refused\"]", "null");
        assertThat(careful.items("retry").get(2).integer("maxAttempts")).contains(4L);
        assertThat(careful.into("onExhausted").value())
                .hasToString("[{\"onError\":[\"bug\",\"refused\"],\"do\":{\"catch\":\"sorry\"}},\"incident\"]");
    }

    @Test
    void write_key_isAnExpressionOverTheInput() {
        String keyed =
                LOOP.replace("timeout: {seconds: 10}", "timeout: {seconds: 10}\n    idempotencyKey: {template: %s}");

        assertThat(at(blueprint(keyed.formatted("'pay-{input.id}-{node}-{run}'")), "/workers/publish/idempotencyKey"))
                .isEqualTo(Json.of("[item].map(input, \"pay-\" + string(input.id) + \"-publish-\" + \"run\")[0]"));
        assertThat(at(blueprint(keyed.formatted("always")), "/workers/publish/idempotencyKey"))
                .isEqualTo(Json.of("[item].map(input, \"always\")[0]"));
        assertThat(unsupported(keyed.formatted("'pay-{index}'")))
                .extracting(Problem::pointer)
                .containsExactly("/policies/careful/idempotencyKey");
    }

    @Test
    void write_compensation_isTheHandlerOfTheWorker_andNoEnd() {
        String undone = LOOP.replace(
                        "{id: done, type: succeed}",
                        "{id: done, type: succeed}\n  - {id: recall, type: task, io: {effect: idempotent}}")
                .replace(
                        "timeout: {seconds: 10}",
                        "timeout: {seconds: 10}\n    idempotencyKey: {template: always}\n    compensation: {handlerNode: recall}");
        JsonObject blueprint = blueprint(undone);

        assertThat(at(blueprint, "/workers/publish/compensation"))
                .hasToString("{\"worker\":\"recall\",\"idempotent\":false}");
        assertThat(at(blueprint, "/workers/recall/read")).hasToString("[\"/outputs/draft/*\"]");
        assertThat(at(blueprint, "/complete/when")).isEqualTo(at(blueprint(LOOP), "/complete/when"));
        assertThat(unsupported(
                        undone.replace("kind: data}", "kind: data}\n  - {from: recall, to: done, kind: sequence}")))
                .extracting(Problem::pointer)
                .containsExactly("/edges/6");
    }

    @Test
    void write_errorThatNoWorkerReports_isSaid() {
        assertThat(unsupported(LOOP.replace("maxAttempts: 3,", "maxAttempts: 3, retryOn: [Lambda.Unknown],")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.pointer()).isEqualTo("/policies/careful/retry/retryOn");
                    assertThat(problem.message()).contains("Lambda.Unknown").contains("rate-limit");
                });
    }

    @Test
    void write_reads_whatInvitesItAndWhatDataEdgesBring() {
        JsonObject blueprint = blueprint(LOOP);

        assertThat(at(blueprint, "/workers/draft/read")).hasToString("[\"/input\",\"/outputs/draft/*\"]");
        assertThat(at(blueprint, "/workers/publish/read")).hasToString("[\"/outputs/draft/*\"]");
        assertThat(at(blueprint, "/workers/sorry/read"))
                .as("it handles the error of publish")
                .hasToString("[\"/outputs/draft/*\"]");
        assertThat(at(blueprint, "/workers/sorry/write"))
                .hasToString("[{\"op\":[\"add\"],\"path\":\"/outputs/sorry/-\"}]");
    }

    @Test
    void write_ends_completeTheBoard() {
        assertThat(at(blueprint(LOOP), "/complete/when"))
                .isEqualTo(Json.of("size(state.outputs[\"publish\"]) > 0 || size(state.outputs[\"sorry\"]) > 0"));
        assertThat(at(blueprint(LOOP), "/complete/result")).isEqualTo(Json.of("/outputs"));
    }

    @Test
    void write_catchThatLeadsToAFail_halts() {
        JsonObject blueprint = blueprint(LOOP.replace("{id: sorry, type: task}", "{id: sorry, type: fail}"));

        assertThat(at(blueprint, "/policies/careful/onExhausted")).isEqualTo(Json.of("halt"));
        assertThat(at(blueprint, "/complete/result")).isEqualTo(Json.of("/outputs/publish/0"));
    }

    @Test
    void write_executionLoop_compiles() {
        JsonObject blueprint = blueprint(Workflows.example("plan-and-repair.yaml"));

        assertThat(at(blueprint, "/complete/result")).isEqualTo(Json.of("/outputs/optimize/0"));
        assertThat(at(blueprint, "/state/schema/properties/outputs/properties/repair/items/$ref"))
                .isEqualTo(Json.of("#/$defs/plan"));
    }

    @Test
    void write_schemaThatRefersToItself_isAResourceOfItsOwn() {
        JsonObject blueprint = blueprint("""
                name: trees
                nodes: [{id: grow, type: task, io: {input: tree, output: tree}}]
                edges: []
                policies: {default: {timeout: {seconds: 30}}}
                schemas:
                  tree: {type: object, properties: {children: {type: array, items: {$ref: "#"}}}}
                """);

        assertThat(at(blueprint, "/state/schema/$defs/tree/$id")).isNotNull();
    }

    /** What it refers to is within it, and not what the board's state or another schema has at that place. */
    @Test
    void write_schemaOfANodeThatRefersToItself_isAResourceOfItsOwn() {
        String tree = """
                name: trees
                nodes: [{id: grow, type: task, io: {output: %s}}]
                edges: []
                policies: {default: {timeout: {seconds: 30}}}
                """;
        for (String schema : List.of(
                "{type: object, properties: {children: {type: array, items: {$ref: '#'}}}}",
                "{$defs: {All: {type: array}}, properties: {children: {$ref: '#/$defs/All'}}}")) {
            BoardTree run = BoardTree.run(
                    write(tree.formatted(schema)),
                    JsonObject.EMPTY,
                    (asked, item) -> JsonReader.parse("{\"children\": [{\"children\": []}]}"),
                    1);

            assertThat(run.result()).hasToString("{\"children\":[{\"children\":[]}]}");
        }
    }

    @Test
    void write_whatCannotBeRun_eachWithItsPlace() {
        assertThat(unsupported(LOOP.replace(
                        "{id: sorry, type: task}", "{id: sorry, type: task, params: {asl: {HeartbeatSeconds: 5}}}")))
                .extracting(Problem::pointer)
                .containsExactly("/nodes/4/params/asl/HeartbeatSeconds");
        assertThat(unsupported(LOOP.replace("{seconds: 90}", "{until: \"2030-01-01T00:00:00Z\"}")))
                .extracting(Problem::pointer)
                .containsExactly("/nodes/2/params");
        assertThat(unsupported(LOOP.replace("base: 1", "base: 1, factor: 3")))
                .extracting(Problem::pointer)
                .containsExactly("/policies/careful/retry");
        assertThat(unsupported(LOOP.replace(
                        "publish, kind: sequence",
                        "publish, kind: sequence}\n  - {from: pause, to: done, kind: sequence")))
                .extracting(Problem::pointer)
                .containsExactly("/edges/4");
        for (String edge : List.of("from: pause, to: publish", "from: draft, to: good")) {
            assertThat(unsupported(LOOP.replace("from: draft, to: publish, kind: data", edge + ", kind: data")))
                    .extracting(Problem::pointer)
                    .containsExactly("/edges/5");
        }
    }

    @Test
    void write_idThatNoWorkerCanHave_isCalledByItsLetters() {
        assertThat(JsonPlace.of(blueprint(LOOP.replace("publish", "publish it")))
                        .into("workers")
                        .into("publish-it")
                        .text("instruction"))
                .contains("publish it");
        assertThat(unsupported(LOOP.replace("publish", "workflow.publish")))
                .extracting(Problem::pointer)
                .containsExactly("/nodes/3/id");
    }

    private static JsonObject blueprint(String yaml) {
        BlueprintExport.Result result = write(yaml);
        assertThat(result.unsupported()).isEmpty();
        return result.blueprint().orElseThrow();
    }

    private static List<Problem> unsupported(String yaml) {
        BlueprintExport.Result result = write(yaml);
        assertThat(result.blueprint()).isEmpty();
        return result.unsupported();
    }

    private static BlueprintExport.Result write(String yaml) {
        WorkflowChecker.Result checked = WorkflowChecker.check(Workflows.yaml(yaml));
        assertThat(checked.errors()).isEmpty();
        return BlueprintExport.write(checked.workflow().orElseThrow());
    }

    private static Json at(Json document, String pointer) {
        return JsonPointer.parse(pointer).resolve(document).orElseThrow();
    }
}
