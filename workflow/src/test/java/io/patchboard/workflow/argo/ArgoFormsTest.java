package io.patchboard.workflow.argo;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Problem;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.check.Workflows;
import io.patchboard.workflow.ir.Workflow;
import io.patchboard.workflow.translation.Imported;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Documents of odd forms and sizes: each is a workflow that is well-formed, or is refused with its place. */
class ArgoFormsTest {

    private static Imported read(String templates) {
        Imported read = ArgoImport.read(Workflows.yaml("""
                        apiVersion: argoproj.io/v1alpha1
                        kind: Workflow
                        metadata: {generateName: form-}
                        spec:
                          entrypoint: t0
                          templates:
                            - {name: work, container: {image: busybox}}
                        """ + templates.indent(4)), "w");
        assertThat(read.errors()).isEmpty();
        return read;
    }

    private static JsonPlace wellFormed(String templates) {
        Imported read = read(templates);
        assertThat(read.unsupported()).isEmpty();
        assertThat(WorkflowChecker.check(read.workflow().orElseThrow()).errors())
                .isEmpty();
        return JsonPlace.of(read.workflow().get());
    }

    private static List<String> refused(String templates) {
        return read(templates).unsupported().stream().map(Problem::pointer).toList();
    }

    private static String levels(int levels, String calls) {
        return IntStream.range(0, levels)
                        .mapToObj(level ->
                                "- {name: t" + level + ", steps: " + calls.replace("next", "t" + (level + 1)) + "}\n")
                        .collect(Collectors.joining())
                + "- {name: t" + levels + ", container: {image: busybox}}\n";
    }

    @Test
    void templatesThatCallOthersTwice_areRefused_whereTheyAreTooManyCalls() {
        String twice = "[[{name: a, template: next}], [{name: b, template: next}]]";

        wellFormed(levels(8, twice));
        assertThat(refused(levels(9, twice))).hasSize(1);
        assertThat(refused(levels(24, twice))).hasSize(1);
    }

    @Test
    void templatesThatCallOthers_areRefused_whereNamesWithinEachOtherAreTooLong() {
        wellFormed(levels(50, "[[{name: a, template: next}]]"));
        assertThat(refused(levels(5_000, "[[{name: a, template: next}]]")))
                .containsExactly("/spec/templates/51/steps/0/0");
    }

    @Test
    void formatsOfNumbers_areThoseOfGo() {
        String sequence = "- {name: t0, steps: [[{name: all, template: work,"
                + " withSequence: {start: -1, count: 2, format: '%s'}}]]}\n";
        Map.of("%0d", "[\"-1\", \"0\"]", "%00d", "[\"-1\", \"0\"]", "n%03x", "[\"n-01\", \"n000\"]")
                .forEach((format, items) -> assertThat(wellFormed(sequence.formatted(format))
                                .items("nodes")
                                .getFirst()
                                .into("params")
                                .text("items"))
                        .as(format)
                        .contains(items));
        for (String none : List.of("%", "%5", "%0", "%100d", "%-3d", "%d%d")) {
            assertThat(refused(sequence.formatted(none))).as(none).hasSize(1);
        }
    }

    @Test
    void listsOfItems_areRefused_whereTheyAreTooLong() {
        String loop = "[[{name: a, template: next, withSequence: {count: 10000, format: '%s'}}]]";
        String twice = "[[{name: a, template: next}], [{name: b, template: next}]]";
        String leaf = "container: {image: busybox}";
        String sequence = "steps: [[{name: c, template: work, withSequence: {count: 10000}}]]";

        wellFormed(levels(1, loop.formatted("%d")));
        assertThat(refused(levels(1, loop.formatted("a".repeat(20) + "%d"))))
                .containsExactly("/spec/templates/1/steps/0/0/withSequence");
        wellFormed(levels(3, twice).replace(leaf, sequence));
        assertThat(refused(levels(4, twice).replace(leaf, sequence))).hasSize(1);
    }

    @Test
    void argumentsOfAnExit_arePassed() {
        String exits = """
                - {name: t0, steps: [[{name: a, template: work, hooks: {exit: {template: %s, arguments: %s}}}]]}
                - {name: clean, inputs: {parameters: [{name: how, default: light}]}, steps: [[%s]]}
                """;
        String when = "{name: act, template: work, when: '{{inputs.parameters.how}} == full'}";
        String full = "{parameters: [{name: how, value: full}]}";

        assertThat(wellFormed(exits.formatted("clean", full, when)).value().toString())
                .contains("\\\"full\\\" == \\\"full\\\"")
                .doesNotContain("\\\"light");
        assertThat(wellFormed(exits.formatted("clean", full.replace("full", "'{{workflow.status}}'"), when))
                        .value()
                        .toString())
                .contains("\\\"Succeeded\\\" == ", "\\\"Failed\\\" == ")
                .doesNotContain("\\\"light");
        assertThat(wellFormed(exits.formatted("work", full, when))
                        .items("nodes")
                        .get(1)
                        .into("params")
                        .into("argo")
                        .into("arguments")
                        .items("parameters"))
                .hasSize(1);
    }

    private static String chain(int tasks) {
        String chain = IntStream.range(0, tasks)
                .map(task -> tasks - 1 - task)
                .mapToObj(task -> "{name: s" + task + ", template: work, dependencies: ["
                        + (task == 0 ? "" : "s" + (task - 1)) + "]}")
                .collect(Collectors.joining(", "));
        return "- {name: t0, dag: {tasks: [" + chain + "]}}\n";
    }

    @Test
    void tasksThatWaitForEachOther_areRead_asManyAsAWorkflowTakes() {
        assertThat(ids(wellFormed(chain(999)))).hasSize(999).startsWith("s0", "s1", "s2");
        assertThat(refused(chain(1_000))).containsExactly("/spec/templates/1/dag/tasks");
    }

    private static List<String> ids(JsonPlace graph) {
        return graph.items("nodes").stream()
                .map(node -> node.text("id").orElseThrow())
                .toList();
    }

    @Test
    void exitOfAWait_comesBehindIt_sinceItDoesNotFail() {
        assertThat(ids(wellFormed("""
                        - {name: t0, steps: [[{name: nap, template: pause, onExit: work}]]}
                        - {name: pause, suspend: {duration: "20"}}
                        """))).containsExactly("nap", "nap.exit");
    }

    @Test
    void whatStandsBesideACall_hasAnIdOfItsOwn_whateverStepsAreCalled() {
        String sub = """
                - name: sub
                  steps:
                    - [{name: when, template: work}, {name: end, template: work}, {name: failed, template: work}]
                    - [{name: exit, template: work}, {name: exit-failed, template: work}]
                """;

        assertThat(ids(wellFormed(
                        "- {name: t0, steps: [[{name: a, template: sub, onExit: work, when: 1 < 2}]]}\n" + sub)))
                .containsExactly("a.when2", "a", "a.exit2", "a.exit-failed2", "a.failed2", "a.when2.end");
        assertThat(ids(wellFormed(
                        "- {name: t0, steps: [[{name: a, template: sub}], [{name: b, template: work, when: 1 < 2}]]}\n"
                                + sub)))
                .containsExactly("a", "b.when", "b", "a.end2");
        assertThat(ids(wellFormed(
                        "- {name: t0, steps: [[{name: a, template: sub, continueOn: {failed: true}}]]}\n" + sub)))
                .containsExactly("a", "a.failed2");
        assertThat(ids(wellFormed("- {name: t0, steps: [[{name: sides-1, template: work}],"
                        + " [{name: b, template: work}, {name: c, template: work}]]}\n")))
                .containsExactly("sides-1", "sides-2");
        String taken = IntStream.rangeClosed(1, 20_000)
                .mapToObj(step -> "[{name: sides-" + step + ", template: work}]")
                .collect(Collectors.joining(", "));
        assertThat(ids(wellFormed("- {name: t0, steps: [[{name: b, template: work}, {name: c, template: work}]]}\n"
                        + "- {name: never, steps: [" + taken + "]}\n")))
                .containsExactly("sides-20001");
    }

    @Test
    void whatSaysNothing_isTheSameAsIfItWereNotThere() {
        String steps = "- {name: t0, steps: [[{name: a, template: other%s}],"
                + " [{name: b, template: work, when: '{{steps.a.outputs.result}} == x'}]]}\n"
                + "- {name: other, %scontainer: {image: busybox}}\n";

        assertThat(ids(wellFormed(steps.formatted(", when: \"\"", "daemon: false, "))))
                .isEqualTo(ids(wellFormed(steps.formatted("", ""))));
        assertThat(refused(steps.formatted("", "daemon: true, "))).contains("/spec/templates/2/daemon");
    }

    /** As one that was imported when documents were read otherwise. */
    @Test
    void workflowThatSaysAnotherThingThanItsDocument_isRefused_withThatBeforeAllElse() {
        Json read = wellFormed("- {name: t0, steps: [[{name: a, template: work, onExit: work}]]}\n")
                .value();
        Json edited = ((JsonObject) read).with("policies", JsonObject.of("default", CallNodes.DEFAULT_POLICY));
        Workflow whole = Workflow.read(read).workflow().orElseThrow();
        Workflow other = Workflow.read(edited).workflow().orElseThrow();

        assertThat(ArgoExport.write(whole).document()).isPresent();
        assertThat(ArgoExport.write(other).unsupported())
                .extracting(Problem::pointer)
                .startsWith("/meta/argo")
                .hasSizeGreaterThan(1);
    }
}
