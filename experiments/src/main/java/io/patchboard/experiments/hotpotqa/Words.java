package io.patchboard.experiments.hotpotqa;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts as the words that say what they are about. */
public final class Words {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    /** The articles, pronouns, prepositions and auxiliaries that any English text has. */
    private static final Set<String> STOP_WORDS = Set.of(
            "a", "about", "also", "an", "and", "any", "are", "as", "at", "be", "been", "both", "but", "by", "can",
            "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "his", "how", "in", "into", "is",
            "it", "its", "many", "more", "most", "of", "on", "one", "or", "other", "s", "she", "than", "that", "the",
            "their", "there", "these", "they", "this", "those", "to", "was", "were", "what", "when", "where", "which",
            "who", "whom", "whose", "why", "will", "with", "would");

    private Words() {}

    /** In lower case, in their order, without stop words. */
    public static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text.toLowerCase(Locale.ROOT));
        while (matcher.find()) {
            if (!STOP_WORDS.contains(matcher.group())) {
                words.add(matcher.group());
            }
        }
        return words;
    }

    /** The share of the words of {@code part} that {@code whole} has, too; 1 if {@code part} has none. */
    static double covered(String part, String whole) {
        Set<String> wanted = new HashSet<>(of(part));
        Set<String> there = new HashSet<>(of(whole));
        return wanted.isEmpty()
                ? 1
                : (double) wanted.stream().filter(there::contains).count() / wanted.size();
    }
}
