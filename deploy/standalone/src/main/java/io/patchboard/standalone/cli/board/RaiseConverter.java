package io.patchboard.standalone.cli.board;

import io.patchboard.kernel.blueprint.Budgets;
import io.patchboard.record.Raise;
import io.patchboard.text.Durations;
import java.math.BigDecimal;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code BUDGET=MOST}: a number, and for {@code duration} also how long, which the kernel is told in seconds. */
final class RaiseConverter implements ITypeConverter<Raise> {

    private static final String DURATION = "duration";

    @Override
    public Raise convert(String text) {
        int sign = text.lastIndexOf('=');
        String budget = text.substring(0, Math.max(0, sign));
        String most = text.substring(sign + 1);
        boolean isDuration = budget.equals(DURATION) || budget.endsWith("/" + DURATION);
        Optional<BigDecimal> duration = isDuration ? Durations.parse(most).map(Budgets::seconds) : Optional.empty();
        return duration.or(() -> number(most))
                .filter(value -> !budget.isEmpty())
                .map(value -> new Raise(budget, value))
                .orElseThrow(() -> new TypeConversionException(
                        "Expected BUDGET=MOST, such as tokens=500000 or" + " duration=2h, but got \"" + text + "\"."));
    }

    private static Optional<BigDecimal> number(String text) {
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
