package io.patchboard.blueprints.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvelopeTest {

    private static final String ENVELOPE = """
            {"apiVersion": "patchboard/v1", "kind": "envelope",
             "queues": ["default", "llm"],
             "read": ["/question", "/claims/**"],
             "write": [{"op": ["add", "test"], "path": "/claims/-"}],
             "workers": {"writer": {"write": [{"op": ["add"], "path": "/answer"}], "unsolicited": true},
                         "slow": {"queues": ["night"], "read": ["/claims"]},
                         "last": {"write": [{"op": ["replace"], "path": "/claims/*/text", "onConflict": "overwrite"}]}},
             "budgets": {"invocations": 100, "tokens": 5000, "cost": 2.5, "duration": "PT1H", "stateBytes": 10000},
             "private": [{"path": "/notes/writer", "to": "writer"}]}
            """;

    private static final String BUDGETS =
            "{\"invocations\": 100, \"tokens\": 5000, \"cost\": 2.5, \"duration\": \"PT60M\", \"stateBytes\": 10000}";

    private static final String PRIVATE = "[{\"path\": \"/notes/*\", \"to\": \"writer\"}]";

    private static final String WRITER =
            "\"writer\": {\"read\": [\"/question\"], \"write\": [{\"op\": [\"add\"], \"path\": \"/answer\"}]}";

    private static Envelope envelope(String text) {
        Envelope.Reading reading = Envelope.read(JsonReader.parse(text));
        assertThat(reading.problems()).isEmpty();
        return reading.envelope().orElseThrow();
    }

    private static Blueprint blueprint(String workers, String budgets, String secrets) {
        CompileResult result = BlueprintCompiler.compile(JsonReader.parse("""
                {"apiVersion": "patchboard/v1", "name": "x",
                 "state": {"schema": {"type": "object"}, "initial": {}},
                 "workers": {%s}, "budgets": %s, "private": %s}
                """.formatted(workers, budgets, secrets)));
        assertThat(result).isInstanceOf(CompileResult.Valid.class);
        return ((CompileResult.Valid) result).blueprint();
    }

    private static List<String> pointers(String workers) {
        return violations(blueprint(WRITER + (workers.isEmpty() ? "" : ", " + workers), BUDGETS, PRIVATE));
    }

    private static List<String> violations(Blueprint blueprint) {
        return envelope(ENVELOPE).violations(blueprint).stream()
                .map(Problem::pointer)
                .toList();
    }

    /** Operations that take a value elsewhere, or only look at it, are granted each by its own name. */
    @ParameterizedTest
    @ValueSource(strings = {"copy", "move", "test", "remove"})
    void operation_isAllowedByItsOwnNameOnly(String operation) {
        String write = "\"slow\": {\"privileged\": true, \"write\": [{\"op\": [\"" + operation
                + "\"], \"path\": \"/claims/-\"}]}";
        Blueprint blueprint = blueprint(WRITER + ", " + write, BUDGETS, PRIVATE);
        String others = ENVELOPE.replace("\"op\": [\"add\", \"test\"]", "\"op\": [\"add\", \"replace\"]");
        String named = ENVELOPE.replace("\"op\": [\"add\", \"test\"]", "\"op\": [\"add\", \"" + operation + "\"]");

        assertThat(envelope(others).violations(blueprint))
                .extracting(Problem::pointer)
                .containsExactly("/workers/slow/write/0");
        assertThat(envelope(named).violations(blueprint)).isEmpty();
    }

    @Test
    void create_isAllowedWhereAddIs_andNotTheOtherWayRound() {
        String creates = "\"slow\": {\"write\": [{\"op\": [\"create\"], \"path\": \"/claims/-\"}]}";
        String adds = creates.replace("create", "add");
        String narrow = ENVELOPE.replace("\"op\": [\"add\", \"test\"]", "\"op\": [\"create\"]");

        assertThat(pointers(creates)).isEmpty();
        assertThat(envelope(narrow).violations(blueprint(WRITER + ", " + creates, BUDGETS, PRIVATE)))
                .isEmpty();
        assertThat(envelope(narrow).violations(blueprint(WRITER + ", " + adds, BUDGETS, PRIVATE)))
                .extracting(Problem::pointer)
                .contains("/workers/slow/write/0");
    }

    @Test
    void whatIsAllowed_isNoViolation() {
        assertThat(pointers("""
                        "slow": {"queue": "night", "read": ["/claims", "/claims/*/text"],
                                 "write": [{"op": ["add"], "path": "/claims/-"}]},
                        "last": {"queue": "llm", "read": ["/claims/**", "/claims/3"],
                                 "write": [{"op": ["replace"], "path": "/claims/7/text", "onConflict": "overwrite"}]}
                        """)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"other\": {} | /workers/other",
                "\"slow\": {\"queue\": \"day\"} | /workers/slow/queue",
                "\"last\": {\"queue\": \"night\"} | /workers/last/queue",
                "\"slow\": {\"unsolicited\": true} | /workers/slow/unsolicited",
                "\"slow\": {\"read\": [\"/question\", \"\"]} | /workers/slow/read/1",
                "\"slow\": {\"read\": [\"/**\"]} | /workers/slow/read/0",
                "\"slow\": {\"read\": [\"/*\"]} | /workers/slow/read/0",
                "\"last\": {\"read\": [\"/claims\"]} | /workers/last/read/0",
                "\"slow\": {\"write\": [{\"op\": [\"add\"], \"path\": \"/claims/*\"}]} | /workers/slow/write/0",
                "\"slow\": {\"privileged\": true, \"write\": [{\"op\": [\"add\", \"remove\"], \"path\": \"/claims/-\"}]} | /workers/slow/write/0",
                "\"slow\": {\"write\": [{\"op\": [\"add\"], \"path\": \"/answer\"}]} | /workers/slow/write/0",
                "\"slow\": {\"write\": [{\"op\": [\"add\"], \"path\": \"/**\"}]} | /workers/slow/write/0",
                "\"slow\": {\"write\": [{\"op\": [\"add\"], \"path\": \"/claims/-\", \"onConflict\": \"overwrite\"}]}"
                        + " | /workers/slow/write/0"
            })
    void whatIsNotAllowed_isAViolationAtItsPlace(String worker, String pointer) {
        assertThat(pointers(worker)).containsExactly(pointer);
    }

    @Test
    void everyViolation_isTold() {
        Blueprint blueprint = blueprint("""
                "a": {"privileged": true, "queue": "x", "read": ["/**"], "write": [{"op": ["remove"], "path": "/**"}], "unsolicited": true},
                "writer": {"privileged": true, "queue": "x", "read": ["/secret"], "write": [{"op": ["remove"], "path": "/**"}]}
                """, "{\"invocations\": 101, \"cost\": 2.51}", "[]");

        assertThat(violations(blueprint))
                .containsExactly(
                        "/budgets/cost",
                        "/budgets/duration",
                        "/budgets/invocations",
                        "/budgets/stateBytes",
                        "/budgets/tokens",
                        "/private",
                        "/workers/a",
                        "/workers/writer/queue",
                        "/workers/writer/read/0",
                        "/workers/writer/write/0");
    }

    @Test
    void budget_leftOut_isAViolation_evenWhereTheKernelHasADefault() {
        Blueprint blueprint = blueprint(
                WRITER, "{\"tokens\": 1, \"cost\": 1, \"duration\": \"PT1S\", \"stateBytes\": 1000}", PRIVATE);

        assertThat(envelope(ENVELOPE).violations(blueprint))
                .containsExactly(
                        new Problem(
                                "/budgets/invocations",
                                "Expected a budget of at most 100 invocations at /budgets/invocations, but got 1000 invocations."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[{\"path\": \"/notes/other\", \"to\": \"writer\"}]",
                "[{\"path\": \"/notes/writer\", \"to\": \"writer\"}, {\"path\": \"/notes/writer\", \"to\": \"slow\"}]",
                "[{\"path\": \"/notes/writer/**\", \"to\": \"writer\"}]"
            })
    void privatePath_thatIsNotKeptFromOthers_isAViolation(String secrets) {
        assertThat(violations(blueprint(WRITER + ", \"slow\": {}", BUDGETS, secrets)))
                .containsExactly("/private");
    }

    /** They have workers of their own, whom this envelope does not know. */
    @Test
    void boardThatAnswersForAWorker_isOfABlueprintThatIsNamed() {
        String lot = """
                "slow": {"kind": "board", "board": {"blueprint": "%s", %s "result": "/claims/-"},
                         "write": [{"op": ["add"], "path": "/claims/-"}]}
                """;
        String queued = ENVELOPE.replace("\"llm\"", "\"llm\", \"boards\"");
        String named = ENVELOPE.replace("[\"night\"]", "[\"night\"], \"boards\": [\"chapter\", \"lot@3\"]");

        assertThat(violations(queued, lot.formatted("chapter@latest", "")))
                .containsExactly("/workers/slow/board/blueprint");
        assertThat(violations(named, lot.formatted("chapter@latest", ""))).isEmpty();
        assertThat(violations(named, lot.formatted("lot@3", "\"input\": \"{'at': path}\",")))
                .isEmpty();
        assertThat(violations(named, lot.formatted("lot@4", ""))).containsExactly("/workers/slow/board/blueprint");
        assertThat(violations(named, lot.formatted("chapter", "\"input\": \"{'text': string(state.notes.writer)}\",")))
                .as("private to writer")
                .containsExactly("/workers/slow/board/input");
        assertThat(violations(
                        named.replaceAll("\"private\": .*]", "\"private\": []"),
                        lot.formatted("chapter", "\"input\": \"{'title': item.title}\",")))
                .isEmpty();
    }

    private static List<String> violations(String envelope, String worker) {
        return envelope(envelope).violations(blueprint(WRITER + ", " + worker, BUDGETS, PRIVATE)).stream()
                .map(Problem::pointer)
                .toList();
    }

    @Test
    void anybody_mayBeAllowed() {
        Envelope open =
                envelope("{\"apiVersion\": \"patchboard/v1\", \"kind\": \"envelope\", \"workers\": {\"*\": {}}}");

        assertThat(open.violations(blueprint("\"who\": {}, \"ever\": {}", "{}", "[]")))
                .isEmpty();
        assertThat(open.violations(blueprint("\"who\": {\"read\": [\"/a\"]}", "{}", "[]")))
                .hasSize(1);
    }

    @Test
    void message_saysWhatWasExpectedAndWhatItIs() {
        Blueprint blueprint = blueprint(
                WRITER + ", \"slow\": {\"write\": [{\"op\": [\"add\"], \"path\": \"/answer\"}]}", BUDGETS, PRIVATE);

        assertThat(envelope(ENVELOPE).violations(blueprint))
                .extracting(Problem::message)
                .containsExactly("Expected a grant within what may be written of the envelope at /workers/slow/write/0,"
                        + " but got add at \"/answer\".");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | ``",
                "{\"apiVersion\": \"patchboard/v1\", \"kind\": \"envelope\"} | ``",
                "{\"apiVersion\": \"patchboard/v1\", \"kind\": \"envelope\", \"workers\": {\"*\": {\"writes\": []}}} | /workers/*",
                "{\"apiVersion\": \"patchboard/v1\", \"kind\": \"envelope\", \"workers\": {\"*\": {\"read\": [\"/a/**/b\"]}}}"
                        + " | /workers/*/read/0",
                "{\"apiVersion\": \"patchboard/v1\", \"kind\": \"envelope\", \"workers\": {\"*\": {}}, \"budgets\":"
                        + " {\"duration\": \"P\"}} | /budgets/duration",
                "{\"apiVersion\": \"patchboard/v1\", \"kind\": \"envelope\", \"workers\": {\"*\": {}}, \"budgets\":"
                        + " {\"tokens\": \"many\"}} | /budgets/tokens"
            },
            quoteCharacter = '`')
    void envelopeThatIsNone_isRefusedAtItsPlace(String text, String pointer) {
        Json document = JsonReader.parse(text);

        assertThat(Envelope.read(document).problems())
                .extracting(Problem::pointer)
                .contains(pointer);
        assertThat(Envelope.read(document).envelope()).isEmpty();
    }

    @Test
    void whatIsDemandedOfTheWorldOutside_cannotBeLeftOut() {
        Envelope envelope = envelope("""
                {"apiVersion": "patchboard/v1", "kind": "envelope", "read": ["/**"],
                 "workers": {"*": {"write": [{"op": ["add"], "path": "/out/-"}]}},
                 "outside": {"untrusted": ["/mail/text"], "confidential": ["/customer"], "egress": ["sender"]}}
                """);
        String labelled = "\"taint\": {\"untrusted\": [\"/mail/*\"], \"confidential\": [\"/customer\"]}, ";
        String sender = "\"sender\": {%s \"read\": [\"/mail\"%s]}";

        assertThat(outside(envelope, labelled, sender.formatted("\"egress\": true,", "")))
                .isEmpty();
        assertThat(outside(envelope, "", sender.formatted("", "")))
                .containsExactly("/taint/confidential", "/taint/untrusted", "/workers/sender/egress");
        assertThat(outside(envelope, labelled, sender.formatted("\"egress\": true,", ", \"/customer\"")))
                .containsExactly("/workers/sender/egress");
        assertThat(outside(envelope, labelled, sender.formatted("\"egress\": true, \"endorses\": [\"/out/*\"],", "")))
                .containsExactly("/workers/sender/endorses");
    }

    private static List<String> outside(Envelope envelope, String taint, String workers) {
        CompileResult result = BlueprintCompiler.compile(JsonReader.parse("""
                {"apiVersion": "patchboard/v1", "name": "x", %s
                 "state": {"schema": true, "initial": {}}, "workers": {%s}}
                """.formatted(taint, workers)));
        return envelope.violations(((CompileResult.Valid) result).blueprint()).stream()
                .map(Problem::pointer)
                .toList();
    }
}
