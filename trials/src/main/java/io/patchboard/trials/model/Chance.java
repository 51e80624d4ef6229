package io.patchboard.trials.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The luck of one answer. It depends on the episode's seed and game, the role and how many answers that role has
 * given, and on nothing that a system could change; each mistake draws from numbers of its own, so that one more of a
 * kind does not move the others.
 */
final class Chance {

    private final Map<Mistake, SplittableRandom> numbers = new EnumMap<>(Mistake.class);

    Chance(long seed, String game, String role, int answer) {
        for (Mistake mistake : Mistake.values()) {
            long key = 31L * (game + "/" + role + "/" + mistake.word()).hashCode() + answer;
            numbers.put(mistake, new SplittableRandom(new SplittableRandom(seed ^ (key << 20)).nextLong()));
        }
    }

    boolean happens(Mistake mistake, double probability) {
        return numbers.get(mistake).nextDouble() < probability;
    }

    <T> T oneOf(Mistake mistake, List<T> choices) {
        return choices.get(numbers.get(mistake).nextInt(choices.size()));
    }
}
