package io.patchboard.kernel.schema.keyword;

import java.math.BigDecimal;
import java.math.BigInteger;

/** What arithmetic with numbers costs, in steps. */
final class Digits {

    private static final int BITS_OF_A_DIGIT = 3;

    /** So many products of two digits take a step. */
    private static final int PRODUCTS = 512;

    private static final int USUAL_DIGITS = 9;

    private Digits() {}

    /** About how many digits a number has, written out without an exponent. */
    static long of(BigDecimal number) {
        return of(number.unscaledValue()) + Math.abs((long) number.scale());
    }

    static long of(BigInteger number) {
        return number.bitLength() / BITS_OF_A_DIGIT;
    }

    /** Of comparing, multiplying or dividing numbers of so many digits once; nothing for those of usual length. */
    static long cost(long digits) {
        return digits * digits / PRODUCTS;
    }

    static long cost(BigDecimal number) {
        return isUsual(number) ? 0 : cost(of(number));
    }

    /** Whether a number is so short that nothing is charged for it, nor for it and another such one. */
    static boolean isUsual(BigDecimal number) {
        return number.scale() == 0 && number.precision() <= USUAL_DIGITS;
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
