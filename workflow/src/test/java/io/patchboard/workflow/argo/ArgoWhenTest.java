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
        return Stream.concat(
                        place.text("guard").stream(), within.stream().flatMap(part -> guards(part).stream()))
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
}
