package io.patchboard.text;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What somebody may have meant to write. */
public final class Spelling {

    private static final int LONGEST = 40;

    private Spelling() {}

    /** {@code  Did you mean "..."?}, or nothing. */
    public static String question(String word, Collection<String> known) {
        return question(nearest(word, List.copyOf(known)));
    }

    /** The same of what was found already. */
    public static String question(Optional<String> nearest) {
        return nearest.map(one -> " Did you mean \"" + one + "\"?").orElse("");
    }

    /**
     * The one that takes the fewest changes, if those are few for its length, the first of several; or else the only
     * one that it begins.
     */
    public static Optional<String> nearest(String word, List<String> known) {
        Optional<String> best = Optional.empty();
        int fewest = Integer.MAX_VALUE;
        for (String candidate : word.length() > LONGEST ? List.<String>of() : known) {
            int changes = candidate.length() > LONGEST ? Integer.MAX_VALUE : changes(word, candidate);
            if (changes < fewest && changes <= Math.max(1, candidate.length() / 3)) {
                fewest = changes;
                best = Optional.of(candidate);
            }
        }
        return best.isPresent() ? best : begun(word, known);
    }

    /** The only one that begins so. */
    private static Optional<String> begun(String word, List<String> known) {
        List<String> longer = known.stream()
                .filter(candidate -> word.length() > 1 && candidate.startsWith(word))
                .limit(2)
                .toList();
        return longer.size() == 1 ? Optional.of(longer.get(0)) : Optional.empty();
    }

    /**
     * Characters to insert, remove, replace or swap with their neighbour (the optimal string alignment distance); case
     * counts little, so it is not looked at.
     */
    private static int changes(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[][] rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    rows[i][j] = i + j;
                    continue;
                }
                int replaced = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                rows[i][j] = Math.min(replaced, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                rows[i][j] = swapped ? Math.min(rows[i][j], rows[i - 2][j - 2] + 1) : rows[i][j];
            }
        }
        return rows[a.length()][b.length()];
    }
}
