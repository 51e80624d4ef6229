package io.patchboard.kernel.schema.keyword;

import java.math.BigDecimal;
import java.math.BigInteger;

/** What arithmetic with numbers costs, in steps. */
final class Digits {

    private static final int BITS_OF_A_DIGIT = 3;

    /** So many products of two digits take a step. */
    private static final int PRODUCTS = 512;

    /** Each number of so many fits into one. */
    private static final int DIGITS_OF_A_LONG = 18;

    private Digits() {}

    /** About how many digits a number has, written out without an exponent. */
    static long of(BigDecimal number) {
        return number.scale() == 0 && number.precision() <= DIGITS_OF_A_LONG
                ? of(number.longValue())
                : of(number.unscaledValue()) + Math.abs((long) number.scale());
    }

    /** The same as of a {@link BigInteger}, which is not made for nearly all numbers that there are. */
    private static long of(long number) {
        long leading = Long.numberOfLeadingZeros(number < 0 ? ~number : number);
        return (Long.SIZE - leading) / BITS_OF_A_DIGIT;
    }

    static long of(BigInteger number) {
        return number.bitLength() / BITS_OF_A_DIGIT;
    }

    /** Of comparing, multiplying or dividing numbers of so many digits once; nothing for those of usual length. */
    static long cost(long digits) {
        return digits * digits / PRODUCTS;
    }

    static long cost(BigDecimal number) {
        return cost(of(number));
    }

    static long costOfProduct(BigInteger a, BigInteger b) {
        return of(a) * of(b) / PRODUCTS;
    }

    /** Of a power of ten modulo a number: a product and a division for each bit of the exponent. */
    static long costOfPower(int exponent, BigInteger modulus) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(exponent);
        return 2L * bits * (1 + cost(of(modulus)));
    }
}
