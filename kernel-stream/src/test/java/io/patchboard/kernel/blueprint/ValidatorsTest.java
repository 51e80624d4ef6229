package io.patchboard.kernel.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.kernel.Texts;
import io.patchboard.record.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody approves of his own work, with another's eyes or in another's name. */
class ValidatorsTest {

    private static final String AT = "/workers/validator/validates";

    private static Json blueprint(String validates, String ofPlanner, String verdict, String privates) {
        return Texts.json("""
                apiVersion: patchboard/v1
                name: x
                state: {schema: {type: object}, initial: {}}
                workers:
                  planner: {%s unsolicited: true, write: [{op: [add, replace], path: /plan}, {op: [add], path: '/notes/*'}]}
                  other: {unsolicited: true, validates: planner, write: [{op: [add], path: /other}]}
                  validator: {%s unsolicited: true, write: [%s]}
                private: [%s]
                """.formatted(ofPlanner, validates, verdict, privates));
    }

    private static Json validates(String name) {
        return blueprint("validates: " + name + ",", "", "{op: [add], path: /verdict}", "");
    }

    private static List<Problem> problems(Json blueprint) {
        return BlueprintCompiler.compile(blueprint) instanceof CompileResult.Invalid invalid
                ? invalid.problems()
                : List.of();
    }

    private static void assertOnly(Json blueprint, String pointer, String message) {
        assertThat(problems(blueprint)).singleElement().satisfies(problem -> {
            assertThat(problem.pointer()).isEqualTo(pointer);
            assertThat(problem.message()).contains(message);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"planner", "other"})
    void validatorOfAnother_isFine(String name) {
        assertThat(problems(validates(name))).isEmpty();
    }

    @Test
    void validatorOfNobodyThere_isToldWhoIs() {
        assertOnly(validates("plannr"), AT, "Did you mean \"planner\"?");
    }

    @Test
    void validatorOfItself_isRefused() {
        assertOnly(validates("validator"), AT, "leads back to \"validator\"");
    }

    @Test
    void circleOfValidators_isRefused_forEachThatIsOnIt() {
        assertThat(problems(blueprint("validates: other,", "validates: validator,", "{op: [add], path: /verdict}", "")))
                .extracting(Problem::pointer)
                .containsExactly("/workers/other/validates", "/workers/planner/validates", AT);
    }

    @Test
    void validatorOfOneOnACircle_thatIsNotOnItItself_isNotToldOfIt() {
        assertOnly(
                blueprint("validates: planner,", "validates: planner,", "{op: [add], path: /verdict}", ""),
                "/workers/planner/validates",
                "leads back to \"planner\"");
    }

    @Test
    void scratchOfThePlanner_isNoBusinessOfTheValidator() {
        String toPlanner = "{path: /scratch, to: planner}";
        assertOnly(
                blueprint(
                        "validates: planner,",
                        "",
                        "{op: [add], path: /verdict}",
                        toPlanner + ", {path: /scratch, to: validator}"),
                AT,
                "/scratch is private to \"planner\" and to \"validator\"");
        assertThat(problems(blueprint("validates: planner,", "", "{op: [add], path: /verdict}", toPlanner)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''",
                "'{op: [test], path: /verdict}'",
                "'{op: [add], path: /plan}'",
                "'{op: [replace], path: /plan}, {op: [add], path: /notes/mine}'",
            })
    void verdictThatThePlannerMayWrite_orThatNobodyMay_isRefused(String grants) {
        assertOnly(blueprint("validates: planner,", "", grants, ""), AT, "\"planner\" may not, but there is none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{op: [add], path: /plan}, {op: [add], path: /verdict}",
                "{op: [add], path: '/*'}",
                "{op: [add], path: /plan/verdict}"
            })
    void oneThatOnlyTheValidatorMayWrite_isEnough(String grants) {
        assertThat(problems(blueprint("validates: planner,", "", grants, ""))).isEmpty();
    }

    @Test
    void boardsThatExist_stayReadable() {
        assertThat(BlueprintCompiler.recompile(validates("validator"))).isInstanceOf(CompileResult.Valid.class);
    }
}
