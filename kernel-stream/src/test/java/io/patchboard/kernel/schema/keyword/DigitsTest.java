package io.patchboard.kernel.schema.keyword;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DigitsTest {

    /** What is charged may not depend on how a number is kept. */
    @Test
    void of_numbersOfAllLengths_isThatOfTheirBits() {
        Random random = new Random(5);
        for (int bits = 0; bits < 200; bits++) {
            for (int i = 0; i < 20; i++) {
                BigInteger number = new BigInteger(bits, random).multiply(BigInteger.valueOf(i % 2 == 0 ? 1 : -1));

                assertThat(Digits.of(new BigDecimal(number))).isEqualTo(number.bitLength() / 3);
                assertThat(Digits.of(new BigDecimal(number, 7))).isEqualTo(number.bitLength() / 3 + 7);
            }
        }
    }
}
