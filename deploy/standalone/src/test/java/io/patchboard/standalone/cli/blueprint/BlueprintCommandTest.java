package io.patchboard.standalone.cli.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.blueprint.BlueprintText;
import io.patchboard.standalone.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlueprintCommandTest {

    private static final String YAML = """
            apiVersion: patchboard/v1
            name: review
            state:
              initial: {sources: {$input: /sources}, claims: []}
              schema: {type: object}
            workers:
              extractor:
                instruction: Extract.
                read: ["/sources/*"]
                write: [{op: [add], path: "/claims/-"}]
              checker:
                instruction: Check "it".
                read: ["/claims/*"]
                write: [{op: [replace], path: "/claims/*/status"}]
            rules:
              - {name: extract, on: {op: [add], path: "/sources/*"}, invoke: extractor}
              - {name: check, on: {op: [add], path: "/claims/*"}, invoke: checker}
            """;

    @TempDir
    Path dir;

    private String file(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text).toString();
    }

    private static Json at(Json document, String pointer) {
        return JsonPointer.parse(pointer).resolve(document).orElseThrow();
    }

    @Test
    void validBlueprint_isValid_inYamlAndJson() throws IOException {
        Cli yaml = Cli.run("blueprint", "validate", "--json", file("b.yaml", YAML));
        Cli json = Cli.run("blueprint", "validate", file("b.json", SampleLog.BLUEPRINT.toString()));

        assertThat(yaml.exitCode()).as(yaml.out()).isZero();
        assertThat(((JsonObject) yaml.json()).names())
                .containsExactly("valid", "errors", "warnings", "conditions", "destructive");
        assertThat(json.exitCode()).as(json.out()).isZero();
        assertThat(json.out()).contains("b.json: valid");
        assertThat(Cli.run("blueprint", "validate", "../../examples/evidence-review/blueprint.yaml")
                        .lines())
                .last()
                .isEqualTo("../../examples/evidence-review/blueprint.yaml: valid");
    }

    @Test
    void validator_thatIsTheSameModel_isWarnedOf() throws IOException {
        String blueprint =
                file("b.yaml", YAML.replace("instruction: Check", "validates: extractor\n    instruction: Check"));
        String workers = """
                models:
                  one: {provider: openai, baseUrl: "http://localhost:1/v1", model: m}
                  again: {provider: openai, baseUrl: "http://localhost:1/v1", model: m, temperature: 0}
                workers: {extractor: {llm: one}, checker: {llm: again}}
                """;

        Cli same = Cli.run("blueprint", "validate", blueprint, "--workers", file("same.yaml", workers));
        Cli other = Cli.run(
                "blueprint",
                "validate",
                blueprint,
                "--workers",
                file("other.yaml", workers.replace("model: m, ", "model: n, ")));

        assertThat(same.exitCode()).isZero();
        assertThat(same.out())
                .contains("warning at /workers/checker/validates: \"checker\" validates what \"extractor\" makes, and"
                        + " both are the model m at localhost");
        assertThat(other.out()).doesNotContain("both are");
        assertThat(Cli.run(
                                "blueprint",
                                "validate",
                                blueprint,
                                "--workers",
                                file("program.yaml", "workers: {extractor: {process: [a]}, checker: {process: [a]}}"))
                        .out())
                .contains("both are the same program");
    }

    @Test
    void everyError_isTold_withPointerAndLine() throws IOException {
        String broken = YAML.replace("invoke: checker", "invoke: nobody").replace("/claims/-", "claims");

        Cli cli = Cli.run("blueprint", "validate", "--json", file("b.yaml", broken));

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.json().toString())
                .contains("\"valid\":false", "\"/rules/1/invoke\"", "\"line\":17", "/workers/extractor/write/0/path");
        assertThat(Cli.run("blueprint", "validate", file("c.yaml", broken)).out())
                .contains("c.yaml:17: error at /rules/1/invoke");
    }

    @Test
    void yamlThatIsNone_isToldByLineAndColumn_andWhatToDo() throws IOException {
        assertThat(Cli.run("blueprint", "validate", file("star.yaml", "a: 1\nb: [1, *]\n"))
                        .out())
                .contains("star.yaml:2:", "line 2, column 8", "write it in quotes, such as \"*\"");
        assertThat(Cli.run("blueprint", "validate", file("glob.yaml", "a: 1\npath: */notes\n"))
                        .out())
                .contains("glob.yaml:2:", "quotes");
        assertThat(Cli.run("blueprint", "validate", file("tab.yaml", "a:\n  b: 1\n\tc: 2\n"))
                        .out())
                .contains("tab.yaml:3:", "line 3, column 1", "Indent with spaces");
    }

    @Test
    void aliases_severalDocuments_andDuplicates_areRefused() throws IOException {
        assertThat(Cli.run("blueprint", "validate", file("a.yaml", "a: &x [1]\nb: *x\n")))
                .matches(cli -> cli.exitCode() == 6
                        && cli.out().contains("a.yaml:2")
                        && cli.out().contains("alias"));
        assertThat(Cli.run("blueprint", "validate", file("d.yaml", "a: 1\n---\nb: 2\n"))
                        .exitCode())
                .isEqualTo(6);
        assertThat(Cli.run("blueprint", "validate", file("e.yaml", "a: 1\na: 2\n"))
                        .exitCode())
                .isEqualTo(6);
        assertThat(Cli.run("blueprint", "validate", file("f.json", "{\"a\": ")).out())
                .contains("f.json:1");
        assertThat(Cli.run("blueprint", "validate", file("g.yaml", "")).exitCode())
                .isEqualTo(6);
    }

    @Test
    void missingFile_isExitCode1() {
        Cli cli = Cli.run("blueprint", "validate", dir.resolve("none.yaml").toString());

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).contains("none.yaml", "no such file");
    }

    @Test
    void graph_showsWhatLeadsToWhat() throws IOException {
        Cli cli = Cli.run("blueprint", "graph", file("b.yaml", YAML));

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.lines()).first().isEqualTo("flowchart LR");
        assertThat(cli.out())
                .contains(
                        "rule1{{\"check<br/>add at /claims/#42;\"}}",
                        "event1([\"board created\"])",
                        "event1 --> rule2",
                        "-->|\"add\"| path",
                        "path2 --> rule1")
                .doesNotContain("event1 --> rule1", "path1 --> rule1");
    }

    @Test
    void graph_showsWhomATripInvokes() throws IOException {
        String breaker = YAML + """
                circuit: {onTrip: [retry, {repair: checker}, {switch: extractor}, {verify: checker}, halt]}
                """;

        assertThat(Cli.run("blueprint", "graph", file("b.yaml", breaker)).out())
                .contains(
                        "([\"circuit trips\"])",
                        "-->|\"repair\"| worker1",
                        "-->|\"switch\"| worker2",
                        "-->|\"verify\"| worker1");
    }

    @Test
    void warnings_areTold_andDoNotFail() throws IOException {
        String unused = YAML.replace("rules:", "  idle: {}\nrules:");

        Cli people = Cli.run("blueprint", "validate", file("b.yaml", unused));
        Cli programs = Cli.run("blueprint", "validate", "--json", file("b.yaml", unused));

        assertThat(people.exitCode()).isZero();
        assertThat(people.out()).contains("b.yaml:15: warning at /workers/idle: Expected a rule", "valid, 1 warning");
        assertThat(programs.exitCode()).isZero();
        assertThat(at(programs.json(), "/valid")).isEqualTo(Json.of(true));
        assertThat(at(programs.json(), "/warnings/0/pointer")).isEqualTo(Json.of("/workers/idle"));
        assertThat(at(programs.json(), "/warnings/0/line")).isEqualTo(Json.of(15));
    }

    @Test
    void whoCanDestroyWhat_isTold() throws IOException {
        String text = YAML.replaceFirst(
                "workers:\\s*\n",
                "workers:\n  cleaner: {privileged: true, unsolicited: true, write: [{op: [remove], path: \"/claims/*\"}]}\n");

        Cli people = Cli.run("blueprint", "validate", file("b.yaml", text));
        Cli programs = Cli.run("blueprint", "validate", "--json", file("b.yaml", text));

        assertThat(people.out())
                .contains(
                        "info at /workers/cleaner/write/0: Worker \"cleaner\" can destroy what is at /claims/*: remove.");
        assertThat(at(programs.json(), "/destructive/0"))
                .isEqualTo(JsonReader.parse("{\"pointer\": \"/workers/cleaner/write/0\", \"worker\": \"cleaner\","
                        + " \"op\": [\"remove\"], \"path\": \"/claims/*\"}"));
        assertThat(Cli.run("blueprint", "validate", file("b.yaml", text.replace("privileged: true, ", "")))
                        .out())
                .contains("error at /workers/cleaner/write/0/op", "Write privileged: true");
    }

    @Test
    void conditions_areToldWithWhatTheyCost() throws IOException {
        String conditions = YAML + """
                invariants:
                  - {name: local, path: '/claims/*', rule: self.n > 0}
                  - {name: whole, path: '/claims/*', rule: 'state.claims.all(a, state.claims.all(b, a.n + b.n > 0))'}
                complete: {when: state.claims.size() > 3}
                """;
        Cli people = Cli.run("blueprint", "validate", file("b.yaml", conditions));
        Cli programs = Cli.run("blueprint", "validate", "--json", file("b.yaml", conditions));

        assertThat(people.exitCode()).as(people.out()).isZero();
        assertThat(people.out())
                .contains(
                        "info at /invariants/0: Evaluated for each changed place of /claims/*.",
                        "info at /invariants/1: Evaluated with each commit for every place of /claims/*",
                        "items within items, 2 deep",
                        "info at /complete: Evaluated with each commit.");
        assertThat(at(programs.json(), "/conditions/0/evaluated")).isEqualTo(Json.of("each-changed-place"));
        assertThat(at(programs.json(), "/conditions/1/reads")).isEqualTo(JsonArray.of(Json.of("state")));
        assertThat(at(programs.json(), "/conditions/1/loops")).isEqualTo(Json.of(2));
    }

    @Test
    void warnings_areToldBesideErrors() throws IOException {
        String closed = YAML.replace(
                "schema: {type: object}",
                "schema: {type: object, additionalProperties: false, properties: {sources: true, claims: true}}");
        String lost = closed.replace("path: \"/claims/-\"", "path: /claim")
                .replace("[\"/claims/*\"]", "[{path: /claim, unchecked: true}, /clams]")
                .replace("on: {op: [add], path: \"/claims/*\"}", "on: {op: [add], path: /claim}");

        Cli cli = Cli.run("blueprint", "validate", file("b.yaml", lost));

        assertThat(cli.exitCode()).isEqualTo(6);
        assertThat(cli.out())
                .contains(
                        "error at /workers/extractor/write/0/path",
                        "error at /workers/checker/read/1",
                        "warning at /rules/1/on/path",
                        "2 errors, ");
    }

    @Test
    void graph_ofAnInvalidBlueprint_isExitCode6() throws IOException {
        assertThat(Cli.run("blueprint", "graph", file("b.yaml", "name: x")).exitCode())
                .isEqualTo(6);
    }

    @Test
    void line_isThatOfTheClosestValueThatIsThere() throws BlueprintSyntaxException {
        BlueprintText loaded = BlueprintFile.parse(YAML, Path.of("b.yaml"));

        assertThat(loaded.line("/name")).contains(2);
        assertThat(loaded.line("/workers/checker/queue")).contains(11);
        assertThat(at(loaded.document(), "/rules/0/on/path")).isEqualTo(Json.of("/sources/*"));
    }
}
