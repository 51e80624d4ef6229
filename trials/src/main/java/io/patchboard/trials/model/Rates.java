package io.patchboard.trials.model;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How often a simulated model makes which mistake.
 *
 * @param label as tables call it: {@code all 0.05}
 * @param of those that are left out are never made
 */
public record Rates(String label, Map<Mistake, Double> of) {

    public static final String ALL = "all";

    public Rates {
        of = Map.copyOf(of);
    }

    /** Each mistake at the same rate, so that nothing is there to be tuned. */
    public static Rates all(double rate) {
        return of(ALL, rate, List.of(Mistake.values()));
    }

    /** One mistake, and no other. */
    public static Rates only(Mistake mistake, double rate) {
        return of(mistake.word(), rate, List.of(mistake));
    }

    /**
     * As the command line says it: {@code all}, or one mistake.
     *
     * @return empty for another word
     */
    public static Optional<Rates> named(String word, double rate) {
        return word.equals(ALL)
                ? Optional.of(all(rate))
                : Stream.of(Mistake.values())
                        .filter(mistake -> mistake.word().equals(word))
                        .findFirst()
                        .map(mistake -> only(mistake, rate));
    }

    /** @throws IllegalArgumentException unless the rate is from 0 to 1 */
    private static Rates of(String which, double rate, List<Mistake> mistakes) {
        if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("Expected a rate from 0 to 1, but got " + rate + ".");
        }
        Map<Mistake, Double> rates = new EnumMap<>(Mistake.class);
        mistakes.forEach(mistake -> rates.put(mistake, rate));
        return new Rates(which + " " + rate, rates);
    }

    double of(Mistake mistake) {
        return of.getOrDefault(mistake, 0.0);
    }
}
