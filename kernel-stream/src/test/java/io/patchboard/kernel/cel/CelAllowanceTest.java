package io.patchboard.kernel.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CelAllowanceTest {

    @Test
    void evaluate_manyTimesOnOneAllowance_failsOnceItIsSpent() throws CelCompileException {
        List<Json> numbers = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            numbers.add(Json.of(i));
        }
        CelExpression condition = CelExpression.compileCondition("xs.all(x, x >= 0)", Set.of("xs"));
        Map<String, Json> values = Map.of("xs", JsonArray.copyOf(numbers));
        CelAllowance allowance = new CelAllowance();

        assertThat(condition.evaluate(values, allowance)).isInstanceOf(CelOutcome.Value.class);
        int evaluations = 1;
        while (condition.evaluate(values, allowance) instanceof CelOutcome.Value) {
            evaluations++;
        }

        assertThat(evaluations).isBetween(10, 10_000);
        assertThat(condition.evaluate(values, allowance)).isInstanceOf(CelOutcome.Failed.class);
        assertThat(condition.evaluate(values)).isInstanceOf(CelOutcome.Value.class);
    }
}
