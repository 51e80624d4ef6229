package io.patchboard.workflow.evaluate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** What the functions of both query languages have in common. */
final class Numbers {

    private static final int MOST_ITEMS = 1_000;
    private static final int LONGEST = 10_000;
    private static final Set<String> ALGORITHMS = Set.of("MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512");

    private Numbers() {}

    /** @throws IllegalArgumentException if the step is 0, or there would be more than 1,000 */
    static List<Long> range(long first, long last, long step) {
        if (step == 0) {
            throw new IllegalArgumentException("Expected a step other than 0.");
        }
        List<Long> numbers = new ArrayList<>();
        for (long at = first; step > 0 ? at <= last : at >= last; at = Math.addExact(at, step)) {
            numbers.add(at);
            if (numbers.size() > MOST_ITEMS) {
                throw new IllegalArgumentException("Expected a range of at most " + MOST_ITEMS + " numbers.");
            }
        }
        return numbers;
    }

    /** @throws IllegalArgumentException if there is no such algorithm, or the text is too long */
    static String hash(String text, String algorithm) {
        if (!ALGORITHMS.contains(algorithm)) {
            throw new IllegalArgumentException(
                    "Expected one of MD5, SHA-1, SHA-256, SHA-384 and SHA-512, but got \"" + algorithm + "\".");
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance(algorithm).digest(bounded(text).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Expected a Java that has " + algorithm + ".", e);
        }
    }

    /** @throws IllegalArgumentException if it is longer than functions take */
    static String bounded(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "Expected a text of at most " + LONGEST + " characters, but it has " + text.length() + ".");
        }
        return text;
    }
}
