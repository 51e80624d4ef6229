package io.patchboard.json;

import java.math.BigDecimal;

/** Lays a number's own digits out as ECMAScript's Number::toString does with a double's shortest ones. */
final class NumberText {

    /** From this many digits before the point on, ECMAScript writes an exponent. */
    static final int ECMASCRIPT_INTEGER_DIGITS = 21;

    static final int FILLED_INTEGER_DIGITS = 100;

    /** Up to so many digits a text is sooner made anew than kept. */
    private static final int CONVERTED_DIGITS = 40;

    private NumberText() {}

    /**
     * The text for people and programs: integers stay integers, because many readers make a double of anything with an
     * exponent. Zeros are filled in up to 100 digits only, so that {@code 1e1000} is no longer to write than to read.
     */
    static String of(BigDecimal value) {
        StringBuilder out = new StringBuilder();
        append(value, FILLED_INTEGER_DIGITS, true, out);
        return out.toString();
    }

    /** @param maxIntegerDigits digits before the point, beyond which an exponent is written */
    static void append(BigDecimal value, int maxIntegerDigits, StringBuilder out) {
        append(value, maxIntegerDigits, false, out);
    }

    /** @param own whether the number's own digits are written without an exponent, however many they are */
    private static void append(BigDecimal value, int mostIntegerDigits, boolean own, StringBuilder out) {
        if (value.signum() == 0) {
            out.append('0');
            return;
        }
        if (value.signum() < 0) {
            out.append('-');
        }
        String written = digits(value);
        String digits = withoutZeros(written);
        int maxIntegerDigits = own ? Math.max(digits.length(), mostIntegerDigits) : mostIntegerDigits;
        int count = digits.length();
        int point = written.length() - value.scale();
        if (count <= point && point <= maxIntegerDigits) {
            out.append(digits).append("0".repeat(point - count));
        } else if (0 < point && point <= maxIntegerDigits) {
            out.append(digits, 0, point).append('.').append(digits, point, count);
        } else if (-6 < point && point <= 0) {
            out.append("0.").append("0".repeat(-point)).append(digits);
        } else {
            appendWithExponent(digits, point - 1, out);
        }
    }

    /** Characters of the text, which is not made for it where that can be told: a record may have a million of them. */
    static int length(BigDecimal value, int mostIntegerDigits, boolean own) {
        if (value.signum() == 0 || value.precision() > JsonNumber.LONG_DIGITS) {
            StringBuilder text = new StringBuilder();
            append(value, mostIntegerDigits, own, text);
            return text.length();
        }
        int count = value.precision();
        for (long digits = value.unscaledValue().longValue(); digits % 10 == 0; digits /= 10) {
            count--;
        }
        int sign = value.signum() < 0 ? 1 : 0;
        int point = value.precision() - value.scale();
        if (0 < point && point <= (own ? Math.max(count, mostIntegerDigits) : mostIntegerDigits)) {
            return sign + (count <= point ? point : count + 1);
        } else if (-6 < point && point <= 0) {
            return sign + 2 - point + count;
        }
        int exponent = Math.abs(point - 1);
        return sign
                + count
                + (count > 1 ? 1 : 0)
                + 2
                + Integer.toString(exponent).length();
    }

    /** A long's text takes a fraction of what that of a large integer does. */
    private static String digits(BigDecimal value) {
        if (value.precision() <= JsonNumber.LONG_DIGITS) {
            return Long.toString(Math.abs(value.unscaledValue().longValue()));
        }
        return value.precision() <= CONVERTED_DIGITS
                ? value.unscaledValue().abs().toString()
                : knownDigits(value);
    }

    /** Many digits take the square of their number to find, so they are read off the text that the platform keeps. */
    private static String knownDigits(BigDecimal value) {
        String text = value.toString();
        int end = text.indexOf('E');
        StringBuilder digits = new StringBuilder(text.length());
        for (int i = 0; i < (end < 0 ? text.length() : end); i++) {
            char digit = text.charAt(i);
            if (digit >= '1' && digit <= '9' || digit == '0' && !digits.isEmpty()) {
                digits.append(digit);
            }
        }
        return digits.toString();
    }

    /** Zeros at the end are taken off the text: of the number they can only be taken one by one. */
    private static String withoutZeros(String digits) {
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, end);
    }

    private static void appendWithExponent(String digits, int exponent, StringBuilder out) {
        out.append(digits.charAt(0));
        if (digits.length() > 1) {
            out.append('.').append(digits, 1, digits.length());
        }
        out.append('e').append(exponent < 0 ? '-' : '+').append(Math.abs(exponent));
    }
}
