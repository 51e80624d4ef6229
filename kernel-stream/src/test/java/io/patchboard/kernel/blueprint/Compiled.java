package io.patchboard.kernel.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Texts;
import io.patchboard.record.Problem;
import java.util.List;

/** Blueprints of a few lines, compiled. */
final class Compiled {

    static final String HEAD = "apiVersion: patchboard/v1\nname: test\n";
    static final String STATE = "state: {schema: true, initial: {}}\n";
    static final String WORKER = "workers: {w: {}}\n";

    private Compiled() {}

    static List<Problem> problems(String yaml) {
        return problems(Texts.json(yaml));
    }

    static List<Problem> problems(Json blueprint) {
        CompileResult result = BlueprintCompiler.compile(blueprint);
        List<Problem> problems = result instanceof CompileResult.Invalid invalid ? invalid.problems() : List.of();
        assertThat(problems)
                .allSatisfy(problem -> assertThat(problem.message())
                        .as(problem.pointer())
                        .startsWith("Expected ")
                        .contains(", but "));
        return problems;
    }

    static Blueprint valid(String yaml) {
        CompileResult result = BlueprintCompiler.compile(Texts.json(yaml));
        assertThat(result).as("%s", result).isInstanceOf(CompileResult.Valid.class);
        return ((CompileResult.Valid) result).blueprint();
    }

    static void assertProblemAt(String yaml, String pointer, String... words) {
        assertThat(problems(yaml)).singleElement().satisfies(problem -> {
            assertThat(problem.pointer()).isEqualTo(pointer);
            assertThat(problem.message())
                    .satisfies(message ->
                            List.of(words).forEach(word -> assertThat(message).contains(word)));
        });
    }
}
