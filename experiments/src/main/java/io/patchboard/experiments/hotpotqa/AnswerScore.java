package io.patchboard.experiments.hotpotqa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How near an answer is to the gold one, as HotpotQA's {@code hotpot_evaluate_v1.py} has it.
 *
 * @param exact whether they are the same once normalised
 * @param f1 of their words, from 0 to 1
 */
public record AnswerScore(boolean exact, double f1) {

    /** These are right or wrong as a whole. */
    private static final Set<String> WHOLE = Set.of("yes", "no", "noanswer");

    public static AnswerScore of(String answer, String gold) {
        String given = normalized(answer);
        String wanted = normalized(gold);
        boolean exact = given.equals(wanted);
        boolean whole = WHOLE.contains(given) || WHOLE.contains(wanted);
        return new AnswerScore(exact, whole && !exact ? 0 : f1(words(given), words(wanted)));
    }

    private static double f1(List<String> given, List<String> wanted) {
        List<String> left = new ArrayList<>(wanted);
        long same = given.stream().filter(left::remove).count();
        if (same == 0) {
            return 0;
        }
        double precision = (double) same / given.size();
        double recall = (double) same / wanted.size();
        return 2 * precision * recall / (precision + recall);
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(" "));
    }

    /** In lower case; without ASCII punctuation, then without articles; one blank between words. */
    static String normalized(String answer) {
        return answer.toLowerCase(Locale.ROOT)
                .replaceAll("\\p{Punct}", "")
                .replaceAll("(?U)\\b(?:a|an|the)\\b", " ")
                .replaceAll("(?U)\\s+", " ")
                .strip();
    }
}
