package io.patchboard.blueprints.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.Problem;
import java.util.List;

/** Blueprints of a few lines, and what validation says about those that can be read but do not make sense. */
final class LintedBlueprint {

    static final String HEAD = "apiVersion: patchboard/v1\nname: test\n";
    static final String ANY_STATE = "state: {schema: true, initial: {}}\n";

    private LintedBlueprint() {}

    private static CompileResult compile(String rest) {
        return lint(rest).result();
    }

    private static Linter.Linted lint(String rest) {
        return Linter.lint(Texts.json(HEAD + rest));
    }

    static List<Problem> warnings(String rest) {
        Linter.Linted linted = lint(rest);
        assertThat(linted.result()).isInstanceOf(CompileResult.Valid.class);
        return inVoice(linted.warnings());
    }

    static List<Problem> errors(String rest) {
        return compile(rest) instanceof CompileResult.Invalid invalid ? inVoice(invalid.problems()) : List.of();
    }

    static List<Problem> inVoice(List<Problem> problems) {
        assertThat(problems).allSatisfy(problem -> {
            assertThat(problem.message()).startsWith("Expected ").contains(", but ");
            assertThat(JsonPointer.parse(problem.pointer()).toString()).isEqualTo(problem.pointer());
        });
        return problems;
    }

    static String worker(String name, String... grants) {
        return "  " + name + ": {privileged: true, write: [" + String.join(", ", grants) + "]}\n";
    }

    static String grant(String operation, String path) {
        return "{op: [" + operation + "], path: '" + path + "'}";
    }

    static String rule(String name, String on, String worker) {
        return "  - {name: " + name + ", on: " + on + ", invoke: " + worker + "}\n";
    }

    static String on(String operation, String path) {
        return "{op: [" + operation + "], path: '" + path + "'}";
    }

    static String workflow(String workers, String rules) {
        return "workers:\n" + workers + "rules:\n" + rules;
    }

    static String initial(String schema, String initial, String rest) {
        return "state: {schema: " + schema + ", initial: " + initial + "}\nworkers: {w: {unsolicited: true}}\n" + rest;
    }
}
