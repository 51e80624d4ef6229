package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of a choice, as guards in CEL, or in JSONata where CEL cannot say them. */
final class Choices {

    /** A guard: what the state's own rule comes to. */
    private static final Pattern OWN = Pattern.compile("rules\\[([0-9]{1,9})\\]");

    private Choices() {}

    /** The first that holds. One that compares what is not there is an error of the state. */
    static Optional<JsonPlace> first(List<JsonPlace> rules, Scope scope, boolean jsonata) {
        String error = jsonata ? EvaluationException.QUERY : EvaluationException.RUNTIME;
        return rules.stream()
                .filter(rule -> {
                    String guard = rule.text("guard").orElse("true");
                    Matcher own = OWN.matcher(guard);
                    return own.matches()
                            ? holds(rule(rules, Integer.parseInt(own.group(1)), error), scope)
                            : holds(guard, scope, error);
                })
                .findFirst();
    }

    private static JsonPlace rule(List<JsonPlace> rules, int index, String error) {
        if (index >= rules.size()) {
            throw new EvaluationException(
                    error, "Expected one of " + rules.size() + " rules, but the guard names rules[" + index + "].");
        }
        return rules.get(index);
    }

    private static boolean holds(JsonPlace rule, Scope scope) {
        Json value = new Query(scope).template(rule.into("condition").value(), "Condition");
        if (!(value instanceof JsonBoolean holds)) {
            throw new EvaluationException(
                    EvaluationException.QUERY, "The field 'Condition' must be true or false, but is " + value + ".");
        }
        return holds.value();
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
