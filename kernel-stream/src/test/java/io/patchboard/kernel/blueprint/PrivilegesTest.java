package io.patchboard.kernel.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.Texts;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What takes values away is for roles that say so. */
class PrivilegesTest {

    private static String blueprint(String privileged, String operations) {
        return """
                apiVersion: patchboard/v1
                name: x
                state: {schema: {type: object}, initial: {}}
                workers:
                  w: {%s unsolicited: true, write: [{op: [add], path: /a}, {op: [%s], path: '/items/*'}]}
                """.formatted(privileged, operations);
    }

    private static List<Problem> problems(Json blueprint) {
        return BlueprintCompiler.compile(blueprint) instanceof CompileResult.Invalid invalid
                ? invalid.problems()
                : List.of();
    }

    @ParameterizedTest
    @ValueSource(strings = {"remove", "move", "add, remove", "move, test"})
    void grantThatTakesAway_withoutThePrivilege_isAnErrorAtItsPlace(String operations) {
        assertThat(problems(Texts.json(blueprint("", operations))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.pointer()).isEqualTo("/workers/w/write/1/op");
                    assertThat(problem.message())
                            .contains(
                                    "/items/*",
                                    "privileged: true for worker \"w\"",
                                    operations.contains("remove") ? "remove" : "move");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"remove", "move", "remove, move"})
    void withThePrivilege_isFine(String operations) {
        assertThat(problems(Texts.json(blueprint("privileged: true,", operations))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"add", "replace", "copy", "test", "create"})
    void otherGrants_needNone(String operations) {
        assertThat(problems(Texts.json(blueprint("", operations)))).isEmpty();
    }

    @Test
    void newBoard_isRejected_andOneOfBefore_isStillRead() {
        Json old = Texts.json(blueprint("", "remove"));
        CommandRejected rejected = Scenario.only(new Scenario(blueprint("", "remove")).create(), CommandRejected.class);

        assertThat(rejected.rejection().code()).isEqualTo("blueprint");
        assertThat(rejected.rejection().message()).contains("privileged: true");
        assertThat(BlueprintCompiler.recompile(old)).isInstanceOf(CompileResult.Valid.class);
        assertThat(Scenario.only(new Scenario(blueprint("privileged: true,", "remove")).create(), BoardCreated.class))
                .isNotNull();
    }
}
