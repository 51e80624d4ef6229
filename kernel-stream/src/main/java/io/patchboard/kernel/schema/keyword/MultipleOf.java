package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import java.math.BigDecimal;
import java.util.Set;

/** {@code multipleOf}, exact for numbers of any size. */
final class MultipleOf extends Keyword {

    private final BigDecimal divisor;

    MultipleOf(Source source, BigDecimal divisor) {
        super("multipleOf", source, Set.of(Kind.NUMBER));
        this.divisor = divisor;
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        return ((JsonNumber) value).value().remainder(divisor).signum() == 0;
    }
}
