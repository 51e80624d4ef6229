package io.patchboard.kernel.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Texts;
import io.patchboard.record.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who looks into what is sealed is told so before there is a board. */
class SealedPlacesTest {

    private static final String WORKERS = "workers: {w: {write: [{op: [add], path: /phase}]}}\n";

    private static List<Problem> problems(String more) {
        return problems(BlueprintCompiler.compile(blueprint(more)));
    }

    private static List<Problem> problems(CompileResult result) {
        return result instanceof CompileResult.Invalid invalid ? invalid.problems() : List.of();
    }

    private static Json blueprint(String more) {
        return Texts.json("""
                apiVersion: patchboard/v1
                name: visits
                state:
                  schema:
                    properties: {name: {$sealed: {type: string}}, all: {items: {$sealed: {}}}, phase: {type: string}}
                  initial: {phase: new, all: []}
                """ + (more.startsWith("workers") ? "" : WORKERS) + more);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexes: {who: /name}",
                "complete: {when: state.name == 'Ada'}",
                "complete: {when: state.name.first == 'Ada'}",
                "invariants: [{name: short, path: /name, rule: size(self.value) < 7}]",
                "workers: {w: {read: [/name/first], write: [{op: [add], path: /phase}]}}",
                "workers: {w: {read: [/name], write: [{op: [add], path: /name/first}]}}"
            })
    void lookingInside_isRefused(String more) {
        assertThat(problems(more)).as(more).hasSize(1);
        assertThat(problems(more).getFirst().message()).containsPattern("sealed|Ada");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexes: {phase: /phase}",
                "complete: {when: has(state.name) && state.phase == 'seen'}",
                "complete: {when: size(state.all) > 2}",
                "workers: {w: {read: [/name], write: [{op: [add, replace], path: /name}, {op: [add], path: /all/-}]}}"
            })
    void lookingWhetherItIsThere_isFine(String more) {
        assertThat(problems(more)).as(more).isEmpty();
    }

    @Test
    void indexOfASealedPlace_isToldWhatToDo() {
        assertThat(problems("indexes: {who: /name}").getFirst().message())
                .isEqualTo("Expected a place by whose value boards can be found, but what is at /name is sealed. Index"
                        + " another, or take $sealed from its schema.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "input: {properties: {scan: {$sealed: {$blob: {types: [image/png]}}}}}",
                "input: {anyOf: [{$sealed: {properties: {scans: {items: {$blob: {}}}}}}]}",
                "workers: {w: {write: [{op: [add], path: /phase}], patch: {schema: {items: {$sealed: {$blob: {}}}}}}}"
            })
    void blobInside_isRefused_andInABlueprintOfBeforeIsStillRead(String more) {
        assertThat(problems(more)).as(more).singleElement().satisfies(problem -> {
            assertThat(problem.pointer()).contains("/$sealed/").endsWith("/$blob");
            assertThat(problem.message()).contains("its bytes are not sealed");
        });
        assertThat(problems(BlueprintCompiler.recompile(blueprint(more)))).isEmpty();
    }

    @Test
    void blobBeside_isFine() {
        assertThat(problems("input: {properties: {name: {$sealed: {}}, scan: {$blob: {}}, $blob: {type: object}}}"))
                .isEmpty();
    }
}
