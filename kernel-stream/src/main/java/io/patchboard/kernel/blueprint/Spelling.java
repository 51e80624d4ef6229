package io.patchboard.kernel.blueprint;

import java.util.List;
import java.util.Optional;

/** What somebody may have meant to write. */
final class Spelling {

    private static final int LONGEST = 40;

    private Spelling() {}

    /** The one that takes the fewest changes, if those are few for its length; the first of several. */
    static Optional<String> nearest(String word, List<String> known) {
        Optional<String> best = Optional.empty();
        int fewest = Integer.MAX_VALUE;
        for (String candidate : word.length() > LONGEST ? List.<String>of() : known) {
            int changes = changes(word, candidate);
            if (changes < fewest && changes <= Math.max(1, candidate.length() / 3)) {
                fewest = changes;
                best = Optional.of(candidate);
            }
        }
        return best;
    }

    /** Characters to insert, remove or replace (Levenshtein's distance). */
    private static int changes(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
