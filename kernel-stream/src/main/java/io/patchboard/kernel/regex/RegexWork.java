package io.patchboard.kernel.regex;

/**
 * How many instructions of an expression can be looked at in a text: those that can be at each of its first places, and
 * behind.
 */
final class RegexWork {

    /** What a search costs before the first character, as instructions. */
    private static final int START = 10;

    private final int size;
    private final long[] upTo;
    private final int everywhere;

    private RegexWork(int size, long[] upTo, int everywhere) {
        this.size = size;
        this.upTo = upTo;
        this.everywhere = everywhere;
    }

    /**
     * Adds up at how many places each instruction can be; a step to the next character is as much as one.
     *
     * @param least of each instruction, after how many characters it can be reached at least
     * @param most and at most
     */
    static RegexWork of(int[] least, int[] most, int size) {
        int end = 0;
        for (int i = 0; i < size; i++) {
            end = Math.max(end, most[i] == Span.ANY ? least[i] : most[i] + 1);
        }
        int[] change = new int[end + 1];
        for (int i = 0; i < size; i++) {
            change[least[i]]++;
            if (most[i] != Span.ANY) {
                change[most[i] + 1]--;
            }
        }
        long[] upTo = new long[end + 1];
        long sum = START;
        int here = 0;
        for (int place = 0; place <= end; place++) {
            here += change[place];
            sum += withStep(here);
            upTo[place] = sum;
        }
        return new RegexWork(size, upTo, withStep(here));
    }

    private static int withStep(int instructions) {
        return instructions > 0 ? instructions + 1 : 0;
    }

    /** How many instructions there are. */
    int size() {
        return size;
    }

    /** How many are looked at, at most, in a text of a length. */
    long of(int length) {
        int last = Math.min(length, upTo.length - 1);
        return upTo[last] + (long) (length - last) * everywhere;
    }
}
