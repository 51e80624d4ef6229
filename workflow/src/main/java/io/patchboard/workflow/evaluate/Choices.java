package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules of a choice, as guards in CEL. */
final class Choices {

    private Choices() {}

    /** The first that holds. */
    static Optional<JsonPlace> first(List<JsonPlace> rules, Json input) {
        return rules.stream()
                .filter(rule -> holds(rule.text("guard").orElse("true"), input))
                .findFirst();
    }

    private static boolean holds(String guard, Json input) {
        try {
            CelExpression.Condition condition = CelExpression.compileCondition(guard, Set.of("input", "output"))
                    .test(Map.of("input", input, "output", input));
            return switch (condition) {
                case CelExpression.Condition.Holds holds -> holds.value();
                case CelExpression.Condition.Failed failed ->
                    throw new EvaluationException(EvaluationException.RUNTIME, failed.message());
            };
        } catch (CelCompileException e) {
            throw new EvaluationException(EvaluationException.RUNTIME, e.getMessage());
        }
    }
}
