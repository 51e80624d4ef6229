package io.patchboard.examples.evidence;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares texts by the words they share. */
final class Words {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    /** Words that say nothing about what a text is about. */
    private static final Set<String> STOP_WORDS = Set.of(
            "a", "an", "and", "are", "as", "at", "be", "been", "both", "but", "by", "did", "do", "does", "for", "from",
            "had", "has", "have", "he", "her", "his", "in", "is", "it", "its", "of", "on", "or", "s", "same", "she",
            "that", "the", "their", "they", "this", "to", "was", "were", "what", "when", "where", "which", "who",
            "whose", "with");

    private Words() {}

    /** The words of a text in lower case, without stop words, each once. */
    static Set<String> of(String text) {
        Set<String> words = new LinkedHashSet<>();
        Matcher matcher = WORD.matcher(text.toLowerCase(Locale.ROOT));
        while (matcher.find()) {
            words.add(matcher.group());
        }
        words.removeAll(STOP_WORDS);
        return words;
    }

    /** The share of the words of {@code part} that {@code whole} has too; 0 if {@code part} has none. */
    static double coverage(String part, String whole) {
        Set<String> wanted = of(part);
        return wanted.isEmpty() ? 0 : (double) common(wanted, of(whole)) / wanted.size();
    }

    /** The words that two texts share, relative to all their words: 1 for the same words, 0 for none in common. */
    static double similarity(String one, String other) {
        Set<String> left = of(one);
        Set<String> right = of(other);
        Set<String> all = new HashSet<>(left);
        all.addAll(right);
        return all.isEmpty() ? 0 : (double) common(left, right) / all.size();
    }

    private static long common(Set<String> left, Set<String> right) {
        return left.stream().filter(right::contains).count();
    }
}
