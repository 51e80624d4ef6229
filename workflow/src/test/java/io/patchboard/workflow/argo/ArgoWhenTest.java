package io.patchboard.workflow.argo;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import io.patchboard.workflow.translation.Imported;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What conditions of a document see, as guards. */
class ArgoWhenTest {

    private static final String FLIP = """
            apiVersion: argoproj.io/v1alpha1
            kind: Workflow
            metadata: {generateName: flip-}
            spec:
              entrypoint: main
              templates:
                - name: main
                  steps: [[{name: flip, template: work}], [{name: act, template: work, when: %s}]]
                - {name: work, container: {image: busybox}}
            """;

    private static Imported read(String yaml) {
        Imported read = ArgoImport.read(Workflows.yaml(yaml), "w");
        assertThat(read.errors()).isEmpty();
        read.workflow()
                .ifPresent(workflow ->
                        assertThat(WorkflowChecker.check(workflow).errors()).isEmpty());
        return read;
    }

    /** The first guard of the whole workflow. */
    private static String guard(String yaml) {
        return guards(JsonPlace.of(read(yaml).workflow().orElseThrow())).getFirst();
    }

    private static List<String> guards(JsonPlace place) {
        List<JsonPlace> within = place.isObject() ? place.members() : place.items();
        return Stream.concat(place.text("guard").stream(), within.stream().flatMap(part -> guards(part).stream()))
                .toList();
    }

    private static List<String> refused(String yaml) {
        return read(yaml).unsupported().stream().map(Problem::pointer).toList();
    }

    @Test
    void referenceInQuotes_isItsText() {
        assertThat(guard(FLIP.formatted("\"'{{steps.flip.outputs.result}}' == 'heads'\"")))
                .isEqualTo("string(input.result) == \"heads\"");
        assertThat(guard(FLIP.formatted("'\"{{steps.flip.outputs.result}}\" != \"5\"'")))
                .isEqualTo("string(input.result) != \"5\"");
        for (String more : List.of("{{steps.flip.outputs.result}}!", "{{steps.flip.id}}", "{{=1}}")) {
            assertThat(refused(FLIP.formatted("\"'" + more + "' == 'heads'\"")))
                    .as(more)
                    .containsExactly("/spec/templates/0/steps/1/0/when");
        }
    }

    private static final String PASSED = """
            apiVersion: argoproj.io/v1alpha1
            kind: Workflow
            metadata: {generateName: passed-}
            spec:
              entrypoint: main
              arguments: {parameters: [{name: mode, value: 5}]}
              templates:
                - name: main
                  inputs: {parameters: [{name: mode, value: 1}]}
                  steps:
                    - [{name: flip, template: work}]
                    - [{name: sub, template: inner, arguments: {parameters: [{name: mode, %s}]}}]
                - name: inner
                  inputs: {parameters: [{name: mode, default: 2}]}
                  steps:
                    - - name: on
                        template: last
                        arguments: {parameters: [{name: mode, value: "{{inputs.parameters.mode}}"}]}
                - name: last
                  inputs: {parameters: [{name: mode, default: 3}]}
                  steps: [[{name: act, template: work, when: "{{inputs.parameters.mode}} < 4"}]]
                - name: work
                  timeout: "{{inputs.parameters.t}}"
                  inputs: {parameters: [{name: t, default: 60}]}
                  container: {image: busybox}
            """;

    @Test
    void whatIsPassed_countsBeforeADefault() {
        assertThat(guard(PASSED.formatted("value: '7'"))).isEqualTo("7 < 4");
        assertThat(guard(PASSED.formatted("value: 7"))).isEqualTo("7 < 4");
        assertThat(guard(PASSED.replace("[{name: mode, %s}]", "[]"))).isEqualTo("2 < 4");
        for (String unknown : List.of("{{steps.flip.outputs.result}}", "{{item}}", "{{inputs.parameters.mode}}")) {
            assertThat(refused(PASSED.formatted("value: '" + unknown + "'")))
                    .as(unknown)
                    .containsExactly("/spec/templates/2/steps/0/0/when");
        }
        String timeout =
                PASSED.formatted("value: 7").replace("{name: flip,", "{name: flip, arguments: {parameters: [%s]},");
        assertThat(policies(timeout.formatted("{name: t, value: 70}"))).contains("\"seconds\":70", "\"seconds\":60");
        assertThat(refused(timeout.formatted("{name: t, value: '{{workflow.name}}'}")))
                .containsExactly("/spec/templates/3/timeout");
    }

    private static String policies(String yaml) {
        return JsonPlace.of(read(yaml).workflow().orElseThrow())
                .into("policies")
                .value()
                .toString();
    }

    @Test
    void argumentWithoutAValue_leavesTheDefault() {
        assertThat(guard(PASSED.replace(", %s}", "}"))).isEqualTo("2 < 4");
    }

    @Test
    void constantInQuotes_isItsText() {
        String quoted = PASSED.replace("\"{{inputs.parameters.mode}} < 4\"", "\"'{{inputs.parameters.mode}}' == '4'\"");
        for (String value : List.of("1.10", "1.0", "[1, 2]", "null", "007", "true")) {
            assertThat(guard(quoted.formatted("value: '" + value + "'"))).isEqualTo("\"" + value + "\" == \"4\"");
        }
        String begins = quoted.formatted("value: 7").replace("entrypoint: main", "entrypoint: last");
        String given = "string(input.mode)";
        assertThat(guard(begins.replace("value: 5", "value: '1.10'")))
                .isEqualTo("(\"mode\"in(input)?" + given + ":\"1.10\") == \"4\"");
        assertThat(guard(
                        begins.replace("'{{inputs.", "'{{workflow.").replace("{name: mode, value: 5}", "{name: mode}")))
                .isEqualTo(given + " == \"4\"");
    }

    /** Called as a step or not, it sees the input, then what the document says, then what it says itself. */
    @Test
    void templateThatBegins_seesTheSame_whateverIsDoneAfterIt() {
        String begins = PASSED.formatted("value: 7").replace("entrypoint: main", "entrypoint: last");
        String given = "(\"mode\"in(input)?input.mode:5) < 4";

        assertThat(guard(begins)).isEqualTo(given);
        assertThat(guard(begins.replace("  templates:", "  onExit: work\n  templates:")))
                .isEqualTo(given);
        assertThat(guard(begins.replace("- name: last", "- name: last\n      retryStrategy: {limit: 2}")))
                .isEqualTo(given);
    }

    /** What is called on exit says the last, and an output is what was said last. */
    @Test
    void outputOfAStepWithAnExit_isNotKnown() {
        String result = "\"{{steps.flip.outputs.result}} == heads\"";
        String list = "{name: all, template: work, withParam: '{{steps.flip.outputs.result}}'}";
        for (String exit : List.of("onExit: work", "hooks: {exit: {template: work}}")) {
            String yaml = FLIP.replace("{name: flip, template: work", "{name: flip, template: work, " + exit);

            assertThat(refused(yaml.formatted(result))).as(exit).containsExactly("/spec/templates/0/steps/1/0/when");
            assertThat(refused(yaml.replace("{name: act, template: work, when: %s}", list)))
                    .as(exit)
                    .containsExactly("/spec/templates/0/steps/1/0/withParam");
            assertThat(refused(yaml.replace("template: work, " + exit, "template: work, withItems: [1], " + exit)
                            .replace("{name: act, template: work, when: %s}", list)))
                    .as(exit)
                    .containsExactly("/spec/templates/0/steps/1/0/withParam");
        }
    }

    @Test
    void statusOfAStepWithAnExit_isKnown() {
        String yaml = FLIP.replace("{name: flip, template: work", "{name: flip, template: work, %s");

        assertThat(guards(JsonPlace.of(read(yaml.formatted("onExit: work", "\"{{steps.flip.status}} == Succeeded\""))
                        .workflow()
                        .orElseThrow())))
                .contains("\"Succeeded\" == \"Succeeded\"");
        assertThat(guard(yaml.formatted("hooks: {}", "\"{{steps.flip.outputs.result}} == heads\"")))
                .isEqualTo("input.result == \"heads\"");
    }

    @Test
    void status_isThatOfWhatItGoesOnAfter() {
        String tried = FLIP.replace("{name: flip, template: work", "{name: flip, template: work, continueOn: {%s}");
        String status = "\"{{steps.flip.status}} %s\"";

        assertThat(guard(tried.formatted("failed: true", status.formatted("== Failed"))))
                .isEqualTo("(input == [] ? \"Failed\" : \"Succeeded\") == \"Failed\"");
        assertThat(guard(tried.formatted("error: true", status.formatted("== Error"))))
                .isEqualTo("(input == [] ? \"Error\" : \"Succeeded\") == \"Error\"");
        String both = "failed: true, error: true";
        assertThat(guard(tried.formatted(both, status.formatted("!= Succeeded"))))
                .endsWith(" : \"Succeeded\") != \"Succeeded\"");
        assertThat(guard(tried.formatted(both, "\"'{{steps.flip.status}}' == 'Succeeded'\"")))
                .endsWith(" : \"Succeeded\")) == \"Succeeded\"");
        assertThat(guard(tried.formatted(both, "\"Succeeded != '{{steps.flip.status}}'\"")))
                .startsWith("\"Succeeded\" != string((input == [] ? ");
        String bad = "{{steps.flip.status}} == Failed || {{steps.flip.status}} == Error";
        assertThat(guard(tried.formatted(both, "'" + bad + "'"))).endsWith(" : \"Succeeded\") != \"Succeeded\"");
        assertThat(guard(tried.formatted(both, "'1 < 2 && (" + bad + ")'")))
                .startsWith("1 < 2 && ((input == [] ? ")
                .endsWith(" : \"Succeeded\") != \"Succeeded\")");
        assertThat(guard(tried.formatted(both, "'!(" + bad.replace("||", "&&").replace("==", "!=") + ")'")))
                .startsWith("!((input == [] ? ")
                .endsWith(" : \"Succeeded\") == \"Succeeded\")");
        assertThat(refused(tried.formatted(both, "'1 < 2 && " + bad + "'"))).hasSize(1);
        for (String untold : List.of("== Failed", "!= Error", "=~ Fail", "== Succeeding")) {
            assertThat(refused(tried.formatted(both, status.formatted(untold))))
                    .as(untold)
                    .containsExactly("/spec/templates/0/steps/1/0/when");
        }
    }
}
