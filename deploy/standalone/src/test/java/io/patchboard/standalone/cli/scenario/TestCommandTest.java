package io.patchboard.standalone.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonReader;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.workers.Examples;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

class TestCommandTest {

    private static final String SCENARIO = """
            name: two
            blueprint: blueprint.yaml
            input: {notes: [A note.]}
            workers:
              summarizer:
                - {patch: [{op: add, path: /summaries/-, value: {words: 2, sentence: A note.}}]}
            expect: {phase: completed}
            """;

    @TempDir
    Path dir;

    @BeforeEach
    void blueprint() throws Exception {
        Files.copy(Examples.REPOSITORY.resolve("examples/hello-summary/blueprint.yaml"), dir.resolve("blueprint.yaml"));
    }

    private Cli test(String scenario, String... more) throws Exception {
        Files.writeString(dir.resolve("one.scenario.yaml"), scenario);
        String[] line = new String[more.length + 2];
        line[0] = "test";
        line[1] = dir.toString();
        System.arraycopy(more, 0, line, 2, more.length);
        return Cli.run(line);
    }

    @Test
    void examples_areAsExpected() {
        Cli played = Cli.run("test", Examples.REPOSITORY.resolve("examples").toString());

        assertThat(played.exitCode()).as(played.out() + played.err()).isEqualTo(ExitCodes.OK);
        assertThat(played.out())
                .contains("ok    a wrong, a slow and a right answer: 2 commits, ", "scenarios, all as expected");
    }

    @Test
    void whatIsOtherwise_isTold_andWrittenAsJUnitXml() throws Exception {
        Path xml = dir.resolve("out.xml");
        Cli played = test(
                SCENARIO.replace(
                        "{phase: completed}",
                        "{phase: halted, commits: 2, rejected: 0, maxInvocations: 0, state: {/summaries/0/words: 3, /no: 1},"
                                + " result: [], needsPerson: true, rejections: [{stage: SCHEMA}]}"),
                "--junit",
                xml.toString());

        assertThat(played.exitCode()).isEqualTo(ExitCodes.CHECK_FAILED);
        assertThat(played.out())
                .contains("fail  two: 1 commits, 0 rejections")
                .contains("Expected the board to be halted, but it is completed.")
                .contains("Expected 2 commits, but there are 1.")
                .contains("Expected at most 0 invocations, but there are 1.")
                .contains("Expected 3 at /summaries/0/words, but got 2.")
                .contains("Expected 1 at /no, but got nothing.")
                .contains("Expected the result [], but got [")
                .contains("Expected the board to wait for a person, but it does not.")
                .contains("Expected a rejection at SCHEMA, but there is none among 0.")
                .contains("1 scenario, 1 not as expected")
                .doesNotContain("Expected 0 rejections");
        Document written =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml.toFile());
        assertThat(written.getDocumentElement().getAttribute("failures")).isEqualTo("1");
        assertThat(written.getElementsByTagName("failure").item(0).getTextContent())
                .contains("Expected 2 commits");
    }

    @Test
    void json_isALineForEach_andTheSameEachTime() throws Exception {
        Cli first = test(SCENARIO, "--json");

        assertThat(JsonReader.parse(first.out()).toString()).contains("\"asExpected\":true", "\"commits\":1");
        assertThat(test(SCENARIO, "--json").out()).isEqualTo(first.out());
    }

    @Test
    void log_isShownOfWhatFailed() throws Exception {
        assertThat(test(SCENARIO.replace("completed", "halted"), "--log").out()).contains("summarizer", "completed");
    }

    @Test
    void teamWithoutAnEnd_isEnded_andSaidSo() throws Exception {
        Files.writeString(dir.resolve("blueprint.yaml"), """
                apiVersion: patchboard/v1
                name: endless
                state: {initial: {n: []}, schema: {type: object}}
                budgets: {invocations: 100000}
                workers: {a: {write: [{op: [add], path: /n/-}]}}
                rules:
                  - {name: begin, on: {event: created}, invoke: a}
                  - {name: again, on: {op: [add], path: "/n/*"}, invoke: a}
                """);
        Cli played = test("""
                blueprint: blueprint.yaml
                workers: {a: [{patch: [{op: add, path: /n/-, value: 1}]}]}
                expect: {phase: open}
                """);

        assertThat(played.exitCode()).isEqualTo(ExitCodes.CHECK_FAILED);
        assertThat(played.out()).contains("Expected the board to come to rest within 10000 decisions");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            summarizer:  | sumarizer:  | one.scenario.yaml:5 at /workers/sumarizer: Expected a worker of the blueprint, but it has no "sumarizer". Did you mean "summarizer"?
            {phase: completed} | {phase: complete} | Did you mean "completed"?
            expect: | expects: | Did you mean "expect"?
            - {patch | - {silent: true, patch | one of patch, error, failure and silent
            {phase: completed} | {state: {notes: 1}} | Expected a JSON Pointer
            {phase: completed} | {rejections: [{stage: Schema}]} | SCHEMA
            blueprint: blueprint.yaml | blueprint: none.yaml | there is no such file
            - {patch | - {after: soon, patch | one.scenario.yaml:6 at /workers/summarizer/0/after: Expected as after a duration such as 30s
            - {patch | - {patchs: [], patch | one.scenario.yaml:6 at /workers/summarizer/0/patchs: Expected in an answer no more than
            {phase: completed} | {phase: complete} | one.scenario.yaml:7 at /expect/phase
            name: two | name: "two | Expected YAML
            """)
    void mistakes_areTold(String right, String wrong, String told) throws Exception {
        Cli played = test(SCENARIO.replace(right, wrong));

        assertThat(played.exitCode()).isIn(ExitCodes.INVALID, ExitCodes.FAILED);
        assertThat(played.err()).contains(told);
        assertThat(played.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: PauseBord} | one.scenario.yaml:9 at /commands/0/command/type: Expected one of
            {type: Decide, option: allow} | one.scenario.yaml:9 at /commands/0/command
            {type: CreateBoard, blueprint: {}} | Expected a command to the board that is played, but got CreateBoard.
            pause | one.scenario.yaml:9 at /commands/0/command: Expected as command an object, but got
            """)
    void mistakesInCommands_areTold(String wrong, String told) throws Exception {
        Cli played = test(SCENARIO + "commands:\n  - {command: " + wrong + "}\n");

        assertThat(played.exitCode()).isEqualTo(ExitCodes.INVALID);
        assertThat(played.err()).contains(told);
    }

    @Test
    void underFaults_theRunThatIsNotAsExpected_isNamedByItsSeed() throws Exception {
        Cli well = test(SCENARIO, "--faults", "0.8", "--runs", "50");
        assertThat(well.exitCode()).as(well.toString()).isEqualTo(ExitCodes.OK);
        assertThat(well.out()).contains("ok    two: 50 runs with faults");

        Cli ill = test(SCENARIO.replace("completed", "halted"), "--faults", "0.5", "--runs", "3", "--seed", "7");
        assertThat(ill.exitCode()).isEqualTo(ExitCodes.CHECK_FAILED);
        assertThat(ill.out()).contains("With --faults 0.5 --runs 1 --seed 7:", "Expected the board to be halted");

        assertThat(test(SCENARIO, "--faults", "2").err())
                .contains("Expected as --faults a share from 0 to 1, but got 2");
        assertThat(test(SCENARIO, "--faults", "0.5", "--runs", "0").err())
                .contains("Expected as --runs at least 1, but got 0.");
    }

    @Test
    void fileThatIsNoScenario_isTold_andTheOthersArePlayed() throws Exception {
        Files.writeString(dir.resolve("a.scenario.yaml"), SCENARIO.replace("expect:", "expects:"));
        Files.writeString(dir.resolve("b.scenario.yaml"), SCENARIO.replace("completed", "halted"));
        Path xml = dir.resolve("out.xml");

        Cli played = test(SCENARIO, "--junit", xml.toString());

        assertThat(played.exitCode()).isEqualTo(ExitCodes.INVALID);
        assertThat(played.err()).contains("a.scenario.yaml:7 at /expects", "Did you mean \"expect\"?");
        assertThat(played.out())
                .contains("ok    two: 1 commits", "fail  two: 1 commits")
                .contains("2 scenarios, 1 not as expected; 1 file was not played");
        Document written =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml.toFile());
        assertThat(written.getDocumentElement().getAttribute("tests")).isEqualTo("3");
        assertThat(written.getDocumentElement().getAttribute("errors")).isEqualTo("1");
        assertThat(written.getElementsByTagName("error").item(0).getTextContent())
                .contains("a.scenario.yaml:7 at /expects");
    }

    @Test
    void nothingToPlay_isAnError() {
        Cli played = Cli.run("test", dir.toString());

        assertThat(played.exitCode()).isEqualTo(ExitCodes.FAILED);
        assertThat(played.err()).contains("files whose names end in .scenario.yaml");
    }

    @Test
    void blueprintThatIsRefused_isNotAsExpected() throws Exception {
        Files.writeString(dir.resolve("blueprint.yaml"), "{apiVersion: patchboard/v1, workers: {summarizer: {}}}");

        Cli played = test(SCENARIO);
        assertThat(played.exitCode()).isEqualTo(ExitCodes.CHECK_FAILED);
        assertThat(played.out()).contains("Expected the member \"name\"", "Expected the member \"state\"");
    }
}
