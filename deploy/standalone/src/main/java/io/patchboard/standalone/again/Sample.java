package io.patchboard.standalone.again;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Some of many invocations, each as likely as any other (J. S. Vitter's algorithm R, 1985). Not for several threads.
 */
public final class Sample {

    private final int most;
    private final Random random;
    private final List<PastInvocation> chosen = new ArrayList<>();
    private long seen;

    /**
     * @param most size of the sample, at least 1
     * @param seed the same invocations and seed lead to the same sample
     */
    public Sample(int most, long seed) {
        this.most = most;
        this.random = new Random(seed);
    }

    public void offer(PastInvocation past) {
        seen++;
        if (chosen.size() < most) {
            chosen.add(past);
            return;
        }
        long place = random.nextLong(seen);
        if (place < most) {
            chosen.set((int) place, past);
        }
    }

    /** By board, and in the order of its log. */
    public List<PastInvocation> chosen() {
        return chosen.stream()
                .sorted(Comparator.comparing(
                                (PastInvocation past) -> past.entry().boardId())
                        .thenComparingLong(past -> past.entry().sequence()))
                .toList();
    }

    /** How many there were to choose from. */
    public long seen() {
        return seen;
    }
}
