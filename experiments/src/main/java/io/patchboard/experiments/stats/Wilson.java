package io.patchboard.experiments.stats;

/**
 * The Wilson score interval of a proportion (E. B. Wilson, 1927), with 95 % coverage. Unlike the normal approximation
 * it stays within 0 and 1 and says something where nothing, or everything, was counted.
 */
public record Wilson(double low, double high) {

    private static final double Z = 1.959963984540054;

    /** @throws IllegalArgumentException unless 0 ≤ count ≤ of and of > 0 */
    public static Wilson of(int count, int of) {
        if (of <= 0 || count < 0 || count > of) {
            throw new IllegalArgumentException(
                    "Expected a count within its total, but got " + count + " of " + of + ".");
        }
        double p = (double) count / of;
        double z2 = Z * Z;
        double centre = (p + z2 / (2 * of)) / (1 + z2 / of);
        double half = Z / (1 + z2 / of) * Math.sqrt(p * (1 - p) / of + z2 / (4.0 * of * of));
        double low = count == 0 ? 0 : Math.max(0, centre - half);
        double high = count == of ? 1 : Math.min(1, centre + half);
        return new Wilson(low, high);
    }
}
