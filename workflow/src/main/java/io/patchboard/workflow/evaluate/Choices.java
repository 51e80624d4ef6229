package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rules of a choice, as guards in CEL. */
final class Choices {

    private Choices() {}

    /** The first that holds. One that compares what is not there is an error of the state. */
    static Optional<JsonPlace> first(List<JsonPlace> rules, Scope scope, boolean jsonata) {
        String error = jsonata ? EvaluationException.QUERY : EvaluationException.RUNTIME;
        return rules.stream()
                .filter(rule -> holds(rule.text("guard").orElse("true"), scope, error))
                .findFirst();
    }

    private static boolean holds(String guard, Scope scope, String error) {
        try {
            Map<String, Json> seen = Map.of(
                    "input", scope.input(),
                    "output", scope.input(),
                    "context", scope.context(),
                    "variables", scope.variables());
            CelExpression.Condition condition =
                    CelExpression.compileCondition(guard, seen.keySet()).test(seen);
            return switch (condition) {
                case CelExpression.Condition.Holds holds -> holds.value();
                case CelExpression.Condition.Failed failed -> throw new EvaluationException(error, failed.message());
            };
        } catch (CelCompileException e) {
            throw new EvaluationException(error, e.getMessage());
        }
    }
}
