package io.patchboard.faults.dice;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Seeded choices. The same seed and the same names give the same choices, whatever was drawn elsewhere. */
public final class Dice {

    private final SplittableRandom random;

    private Dice(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** @param names what the choices are for, so that two purposes do not share their choices */
    public static Dice of(long seed, Object... names) {
        long mixed =
                seed * 0x9E3779B97F4A7C15L + Arrays.asList(names).toString().hashCode();
        return new Dice(mixed);
    }

    /** From 0 up to, and without, the bound. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** Both ends included. */
    public int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    public <T> T pick(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    @SafeVarargs
    public final <T> T pickOf(T... some) {
        return some[random.nextInt(some.length)];
    }
}
