package io.patchboard.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A JSON number of any size and precision. It is never rounded. */
public final class JsonNumber implements Json {

    /** So many digits always fit into a long. */
    static final int LONG_DIGITS = 18;

    private static final int SMALL = 1_000;

    /** The nearest first. */
    private static final List<RoundingMode> ONE_DIGIT =
            List.of(RoundingMode.HALF_EVEN, RoundingMode.DOWN, RoundingMode.UP);

    /** -999 to 999: shared, since a text of many is mostly what stands around each, and one takes 56 bytes. */
    private static final JsonNumber[] SMALL_INTEGERS = new JsonNumber[2 * SMALL - 1];

    static {
        Arrays.setAll(SMALL_INTEGERS, i -> new JsonNumber(BigDecimal.valueOf(i - SMALL + 1)));
    }

    private final BigDecimal value;

    private JsonNumber(BigDecimal value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    public static JsonNumber of(long value) {
        return value > -SMALL && value < SMALL
                ? SMALL_INTEGERS[(int) value + SMALL - 1]
                : new JsonNumber(BigDecimal.valueOf(value));
    }

    public static JsonNumber of(BigDecimal value) {
        return isShared(value) ? SMALL_INTEGERS[value.intValue() + SMALL - 1] : new JsonNumber(value);
    }

    private static boolean isShared(BigDecimal value) {
        return value.scale() == 0 && value.precision() <= 3;
    }

    /** Whether all that are equal to it and written alike are one object. */
    boolean isShared() {
        return isShared(value);
    }

    /**
     * The shortest decimal that reads back as the given IEEE 754 double, which is what ECMAScript prints.
     *
     * @throws IllegalArgumentException for NaN and the infinities, which JSON cannot hold
     */
    public static JsonNumber of(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("Expected a finite number, but got " + value + ".");
        }
        return new JsonNumber(shortest(value));
    }

    /**
     * {@code Double.toString} writes the shortest digits, but two at least: 4.9E-324 where one is enough. That is so
     * where doubles are furthest apart, below the normal ones, so that there one digit is tried. The exact value of a
     * double would tell as well, but has up to 750 digits.
     */
    private static BigDecimal shortest(double value) {
        BigDecimal written = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (Math.abs(value) < Double.MIN_NORMAL && written.precision() == 2) {
            for (RoundingMode mode : ONE_DIGIT) {
                BigDecimal shorter = written.round(new MathContext(1, mode));
                if (shorter.doubleValue() == value) {
                    return shorter;
                }
            }
        }
        return written;
    }

    public BigDecimal value() {
        return value;
    }

    /** Whether the value has no fractional part, however it was written ({@code 1.0} is integral). */
    public boolean isIntegral() {
        return value.signum() == 0 || value.scale() <= 0 || isMultipleOfTen(value.unscaledValue(), value.scale());
    }

    /**
     * Divides once; to take the zeros off one by one would be quadratic. A multiple of ten to some power is one of two
     * to it.
     */
    private static boolean isMultipleOfTen(BigInteger digits, int power) {
        return digits.getLowestSetBit() >= power
                && digits.mod(BigInteger.TEN.pow(power)).signum() == 0;
    }

    @Override
    public String typeName() {
        return "number";
    }

    /** Whether it is an integer that every form spells by its digits. */
    boolean isShort() {
        return value.scale() == 0 && value.precision() <= LONG_DIGITS;
    }

    /** As RFC 8785 section 3.2.2.3 lays it out, see {@link CanonicalJson}. */
    String canonicalText() {
        if (isShort()) {
            return Long.toString(value.longValue());
        }
        StringBuilder out = new StringBuilder();
        NumberText.append(value, NumberText.ECMASCRIPT_INTEGER_DIGITS, out);
        return out.toString();
    }

    @Override
    public long canonicalBytes() {
        return isShort() ? shortLength() : NumberText.length(value, NumberText.ECMASCRIPT_INTEGER_DIGITS, false);
    }

    @Override
    public long compactBytes() {
        return isShort() ? shortLength() : NumberText.length(value, NumberText.FILLED_INTEGER_DIGITS, true);
    }

    private int shortLength() {
        return value.precision() + (value.signum() < 0 ? 1 : 0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonNumber that && value.compareTo(that.value) == 0;
    }

    @Override
    public int hashCode() {
        return Double.hashCode(value.doubleValue());
    }

    /** The number's own digits, in a text about as long as the canonical one. */
    @Override
    public String toString() {
        return isShort() ? Long.toString(value.longValue()) : NumberText.of(value);
    }
}
