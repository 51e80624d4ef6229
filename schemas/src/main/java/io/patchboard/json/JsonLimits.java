package io.patchboard.json;

/**
 * Bounds on JSON text, checked while it is read, so that hostile text costs no more than its bytes.
 *
 * @param maxBytes bytes of UTF-8 text
 * @param maxDepth nesting of objects and arrays; deeper trees would overflow the stack of recursive code
 * @param maxContainers objects and arrays in one text
 * @param maxHeapBytes what the values of one text may take in memory, by the count of {@link TreeSize}: a text of tiny
 *     values takes up to twenty times its bytes
 * @param maxNumberLength significant digits of one number, and about as many characters
 * @param maxDigitSquares the squares of the digits of each number that fits no long, together: reading a number, and
 *     writing it, takes about that many steps, so that many long ones take far longer than other text of their bytes
 * @param maxExponent magnitude of a number's decimal exponent; {@code 1e999999999} would fill the heap when expanded
 */
public record JsonLimits(
        int maxBytes,
        int maxDepth,
        int maxContainers,
        long maxHeapBytes,
        int maxNumberLength,
        long maxDigitSquares,
        int maxExponent) {

    /** For text from outside whose size is bounded by its carrier. */
    public static final JsonLimits DEFAULT =
            new JsonLimits(64 * 1024 * 1024, 128, Integer.MAX_VALUE, Long.MAX_VALUE, 1_000, Long.MAX_VALUE, 1_000);

    /**
     * For what anybody may answer or send: a text full of tiny values, or of long numbers, is refused. 500 numbers of
     * 1,000 digits take 40 ms to read.
     */
    public static final JsonLimits SENT = DEFAULT.withMaxHeapBytes(56_000_000).withMaxDigitSquares(500_000_000);

    public JsonLimits withMaxBytes(int bytes) {
        return new JsonLimits(
                bytes, maxDepth, maxContainers, maxHeapBytes, maxNumberLength, maxDigitSquares, maxExponent);
    }

    public JsonLimits withMaxDepth(int depth) {
        return new JsonLimits(
                maxBytes, depth, maxContainers, maxHeapBytes, maxNumberLength, maxDigitSquares, maxExponent);
    }

    public JsonLimits withMaxContainers(int containers) {
        return new JsonLimits(
                maxBytes, maxDepth, containers, maxHeapBytes, maxNumberLength, maxDigitSquares, maxExponent);
    }

    public JsonLimits withMaxHeapBytes(long bytes) {
        return new JsonLimits(maxBytes, maxDepth, maxContainers, bytes, maxNumberLength, maxDigitSquares, maxExponent);
    }

    public JsonLimits withMaxDigitSquares(long squares) {
        return new JsonLimits(maxBytes, maxDepth, maxContainers, maxHeapBytes, maxNumberLength, squares, maxExponent);
    }
}
