package io.patchboard.workflow.argo;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Problem;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.blueprint.BoardTree;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import io.patchboard.workflow.translation.Imported;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Documents of Argo on the kernel: templates that call themselves, and sequences that are as long as somebody says. */
class ArgoRunTest {

    private static final String COIN = """
            apiVersion: argoproj.io/v1alpha1
            kind: Workflow
            metadata: {generateName: coin-}
            spec:
              entrypoint: coin
              templates:
                - name: coin
                  inputs: {parameters: [{name: sign, value: heads}]}
                  steps:
                    - [{name: flip, template: work}]
                    - - {name: shout, template: work, when: "{{steps.flip.outputs.result}} == heads"}
                      - {name: again, template: coin, when: "{{steps.flip.outputs.result}} == tails"}
                - {name: work, container: {image: busybox}}
            """;

    @Test
    void templateThatCallsItself_beginsAgain() {
        List<String> asked = new ArrayList<>();
        BoardTree tree = run(COIN, asked, List.of("tails", "tails", "heads"));

        assertThat(asked).containsExactly("flip", "flip", "flip", "shout");
        assertThat(tree.log().getLast().event()).isInstanceOf(BoardCompleted.class);
    }

    @Test
    void templateThatOthersCall_beginsAgainWithinItself() {
        String nested = COIN.replace("entrypoint: coin", "entrypoint: main")
                .replace(
                        "  templates:\n",
                        "  templates:\n    - {name: main, steps: [[{name: toss, template: coin}]]}\n");
        List<String> asked = new ArrayList<>();

        run(nested, asked, List.of("tails", "heads"));

        assertThat(asked).containsExactly("toss.flip", "toss.flip", "toss.shout");
    }

    @Test
    void outputInQuotes_isComparedAsText() {
        String quoted = COIN.replaceAll("(\\{\\{steps.flip.outputs.result}}) == ([a-z]+)", "'$1' == '$2'");
        List<String> asked = new ArrayList<>();

        run(quoted, asked, List.of("tails", "heads"));

        assertThat(asked).containsExactly("flip", "flip", "shout");
    }

    /** As in Argo, whose controller does not call deeper than that. */
    @Test
    void templateThatCallsItselfForEver_isEndedAfterAHundred() {
        List<String> asked = new ArrayList<>();
        BoardTree tree = run(COIN, asked, List.of());

        assertThat(asked).hasSize(100);
        assertThat(tree.log()).anySatisfy(entry -> assertThat(entry.event()).isInstanceOf(NeedsPerson.class));
    }

    private static final String COUNT = """
            apiVersion: argoproj.io/v1alpha1
            kind: Workflow
            metadata: {generateName: count-}
            spec:
              entrypoint: main
              templates:
                - name: main
                  steps: [[{name: all, template: count, arguments: {parameters: [{name: limit, value: '10'}]}}]]
                - name: count
                  inputs: {parameters: [{name: limit}]}
                  steps:
                    - [{name: next, template: work}]
                    - - name: on
                        template: count
                        when: "{{steps.next.outputs.result}} < {{inputs.parameters.limit}}"
                        arguments: {parameters: [{name: limit, value: "{{inputs.parameters.limit}}"}]}
                - {name: work, container: {image: busybox}}
            """;

    @Test
    void parameterThatIsHandedOn_isTheSameEachTime() {
        Imported read = ArgoImport.read(Workflows.yaml(COUNT), "w");

        assertThat(read.workflow().orElseThrow().toString()).contains("\"guard\":\"input.result < 10\"");
        assertThat(ArgoImport.read(
                                Workflows.yaml(COUNT.replace(
                                        "value: \"{{inputs.parameters.limit}}\"",
                                        "value: \"{{steps.next.outputs.result}}\"")),
                                "w")
                        .unsupported())
                .extracting(Problem::pointer)
                .contains("/spec/templates/1/steps/1/0/when");
    }

    @Test
    void sequence_isAsLongAsWasSaidJustBefore() {
        String each = COIN.substring(0, COIN.indexOf("        - - {name: shout"))
                + "        - - {name: each, template: work, withSequence: {start: 5, count: \"{{steps.flip.outputs.result}}\"}}\n"
                + COIN.substring(COIN.indexOf("    - {name: work"));
        List<String> asked = new ArrayList<>();

        BoardTree tree = run(each, asked, List.of("3"));
        assertThat(asked).containsExactly("flip", "each.each", "each.each", "each.each");
        assertThat(tree.log().getLast().event()).isInstanceOf(BoardCompleted.class);

        run(each, asked, List.of("1001"));
        assertThat(asked).as("more than may be named").hasSize(5);
    }

    private static final String GIVEN = """
            apiVersion: argoproj.io/v1alpha1
            kind: Workflow
            metadata: {generateName: given-}
            spec:
              entrypoint: main
              arguments: {parameters: [{name: seq-list, value: '["a", "b"]'}, {name: env, value: prod}]}
              templates:
                - name: main
                  inputs: {parameters: [{name: seq-list, default: '["c"]'}, {name: more, default: '["d", "e", "f"]'}]}
                  steps: [[{name: each, template: work, %s}]]
                - {name: work, container: {image: busybox}}
            """;

    /** An input is stronger than what the document says, and that is stronger than what its template says. */
    @Test
    void parametersOfTheDocument_countWhereTheInputHasNone() {
        List<String> asked = new ArrayList<>();

        run(GIVEN.formatted("withParam: '{{inputs.parameters.seq-list}}'"), "{}", asked, List.of());
        assertThat(asked).hasSize(2);

        run(GIVEN.formatted("withParam: '{{inputs.parameters.seq-list}}'"), "{\"seq-list\": []}", asked, List.of());
        assertThat(asked).hasSize(2);

        run(GIVEN.formatted("withParam: '{{inputs.parameters.more}}'"), "{}", asked, List.of());
        assertThat(asked).hasSize(5);

        run(GIVEN.formatted("when: '{{workflow.parameters.env}} == prod'"), "{}", asked, List.of());
        assertThat(asked).hasSize(6);

        run(GIVEN.formatted("when: '{{workflow.parameters.env}} == prod'"), "{\"env\": \"test\"}", asked, List.of());
        assertThat(asked).hasSize(6);
    }

    @Test
    void whatIsNotDone_isNamedWithItsPlace() {
        String beside = "{name: beside, inline: {memoize: {key: a}, container: {image: busybox}}";
        String yaml = GIVEN.formatted("withItems: [1]}, " + beside)
                .replace("entrypoint: main", "entrypoint: main\n  retryStrategy: {limit: 3}")
                .replace("- name: main", "- name: main\n      parallelism: 1")
                .replace(
                        "{name: work,",
                        "{name: work, retryStrategy: {limit: 3, backoff: {duration: 1s, maxDuration: 1m}},");

        assertThat(ArgoImport.read(Workflows.yaml(yaml), "w").carried())
                .extracting(Problem::pointer)
                .containsExactlyInAnyOrder(
                        "/spec/retryStrategy",
                        "/spec/templates/0/parallelism",
                        "/spec/templates/0/steps/0/1/inline/memoize",
                        "/spec/templates/1/retryStrategy/backoff/maxDuration");
        assertThat(ArgoImport.read(Workflows.yaml(GIVEN.formatted("withItems: ['{{inputs.parameters.env}}', eu]")), "w")
                        .unsupported())
                .extracting(Problem::pointer)
                .containsExactly("/spec/templates/0/steps/0/0/withItems");
    }

    @Test
    void whoCallsItselfOtherwise_isRefusedWithItsPlace() {
        for (String other : List.of(
                COIN.replace(", when: \"{{steps.flip.outputs.result}} == tails\"", ""),
                COIN.replace("== tails", "!= heads"),
                COIN.replace("name: again,", "name: again, withItems: [1, 2],"),
                COIN.replace("      steps:", "      retryStrategy: {limit: 2}\n      steps:"))) {
            assertThat(ArgoImport.read(Workflows.yaml(other), "w").unsupported())
                    .extracting(Problem::pointer)
                    .contains("/spec/templates/0/steps/1/1/template");
        }
    }

    private static BoardTree run(String yaml, List<String> asked, List<String> flips) {
        return run(yaml, "{}", asked, flips);
    }

    private static BoardTree run(String yaml, String input, List<String> asked, List<String> flips) {
        Imported read = ArgoImport.read(Workflows.yaml(yaml), "w");
        assertThat(read.unsupported()).isEmpty();
        WorkflowChecker.Result checked = WorkflowChecker.check(read.workflow().orElseThrow());
        assertThat(checked.errors()).isEmpty();
        BlueprintExport.Result written =
                BlueprintExport.write(checked.workflow().orElseThrow());
        assertThat(written.unsupported()).isEmpty();
        List<String> left = new ArrayList<>(flips);
        return BoardTree.run(
                written,
                JsonReader.parse(input),
                (invoked, item) -> {
                    asked.add(invoked.worker());
                    Json side = Json.of(left.isEmpty() ? "tails" : left.removeFirst());
                    return JsonReader.parse("{\"result\": " + side + "}");
                },
                3);
    }
}
