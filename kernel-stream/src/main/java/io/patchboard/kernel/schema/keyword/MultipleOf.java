package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;

/**
 * {@code multipleOf}, exact for numbers of any size: whether {@code a} times a power of ten is a multiple of {@code b},
 * which can be said without writing the product out.
 */
final class MultipleOf extends Keyword {

    private static final int FEW = 18;

    private final BigDecimal divisor;
    private final long digits;

    MultipleOf(Source source, BigDecimal divisor) {
        super("multipleOf", source, Set.of(Kind.NUMBER));
        this.divisor = divisor;
        digits = Digits.of(divisor);
    }

    @Override
    boolean accepts(Json value, Evaluation evaluation) {
        BigDecimal number = ((JsonNumber) value).value();
        if (Digits.of(number) + digits <= FEW) {
            return number.remainder(divisor).signum() == 0;
        }
        int power = divisor.scale() - number.scale();
        BigInteger a = number.unscaledValue();
        BigInteger b = divisor.unscaledValue().abs();
        if (power >= 0) {
            evaluation.charge(Digits.costOfPower(power, b) + Digits.costOfProduct(a, b));
            BigInteger shift = BigInteger.TEN.modPow(BigInteger.valueOf(power), b);
            return a.mod(b).multiply(shift).mod(b).signum() == 0;
        }
        evaluation.charge(Digits.cost(Digits.of(a) + Digits.of(b) - power));
        return a.mod(b.multiply(BigInteger.TEN.pow(-power))).signum() == 0;
    }
}
