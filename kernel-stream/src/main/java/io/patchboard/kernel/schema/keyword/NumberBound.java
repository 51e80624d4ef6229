package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import java.math.BigDecimal;
import java.util.Set;

/** {@code minimum}, {@code maximum} and their exclusive forms. */
final class NumberBound extends Keyword {

    private final BigDecimal bound;
    private final long digits;
    private final int sign;
    private final boolean inclusive;

    /** @param sign 1 if values may be greater, -1 if they may be less */
    NumberBound(String name, Source source, BigDecimal bound, int sign, boolean inclusive) {
        super(name, source, Set.of(Kind.NUMBER));
        this.bound = bound;
        digits = Digits.of(bound);
        this.sign = sign;
        this.inclusive = inclusive;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        BigDecimal number = ((JsonNumber) value).value();
        evaluation.charge(Digits.cost(Digits.of(number) + digits));
        int order = Integer.signum(number.compareTo(bound)) * sign;
        return order > 0 || inclusive && order == 0;
    }
}
