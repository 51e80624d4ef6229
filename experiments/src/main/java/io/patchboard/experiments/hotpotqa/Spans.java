package io.patchboard.experiments.hotpotqa;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Answers a question with a span of what is claimed: of the kind that the question word asks for, near to words of the
 * question, and none of the question itself. So it takes no step of thought, and most of its answers are wrong.
 */
final class Spans {

    static final String UNKNOWN = "unknown";

    private static final Pattern YES_OR_NO =
            Pattern.compile("(?i)(?:is|are|was|were|do|does|did|has|have|had|can|could)\\b.*");
    private static final Pattern TIME = Pattern.compile("(?i).*\\b(?:when|year|date|years)\\b.*");
    private static final Pattern COUNT = Pattern.compile("(?i).*\\bhow (?:many|much|old|long|far)\\b.*");
    private static final Pattern ALTERNATIVES = Pattern.compile("(\\p{Lu}[^,;:?]*?),? or (?:the )?(\\p{Lu}[^,;:?]*)");

    private static final Pattern YEAR = Pattern.compile("\\b1\\d{3}\\b|\\b20\\d{2}\\b");
    private static final Pattern NUMBER = Pattern.compile("\\b\\d[\\d,.]*\\d\\b|\\b\\d\\b");
    private static final Pattern NAME =
            Pattern.compile("\\p{Lu}[\\p{L}\\p{N}'’.-]*(?: (?:of |the |de |and )?\\p{Lu}[\\p{L}\\p{N}'’.-]*)*");

    private final String question;
    private final Set<String> asked;
    private final List<Claim> claims;
    private final Bm25 index;

    Spans(String question, List<Claim> claims) {
        this.question = question.strip();
        this.asked = new HashSet<>(Words.of(question));
        this.claims = claims;
        this.index = new Bm25(claims.stream().map(Claim::quote).toList());
    }

    String answer() {
        if (claims.isEmpty()) {
            return UNKNOWN;
        }
        List<MatchResult> alternatives =
                ALTERNATIVES.matcher(question).results().toList();
        if (!alternatives.isEmpty()) {
            MatchResult or = alternatives.getLast();
            return nearness(or.group(1)) >= nearness(or.group(2)) ? or.group(1) : or.group(2);
        }
        if (YES_OR_NO.matcher(question).matches()) {
            return sourcesAgree() ? "yes" : "no";
        }
        Pattern kind = TIME.matcher(question).matches()
                ? YEAR
                : COUNT.matcher(question).matches() ? NUMBER : NAME;
        return span(kind);
    }

    /** How much is said with words of an alternative and of the question. */
    private double nearness(String alternative) {
        List<String> words = Words.of(alternative);
        double sum = 0;
        for (int i = 0; i < claims.size(); i++) {
            sum += index.score(i, words);
        }
        return sum;
    }

    /** Whether two sources say the same of what the question asks, in a word that the question has not. */
    private boolean sourcesAgree() {
        for (Claim one : claims) {
            for (Claim other : claims) {
                Set<String> both = new HashSet<>(Words.of(one.quote()));
                both.retainAll(new HashSet<>(Words.of(other.quote())));
                both.removeAll(asked);
                if (!one.source().equals(other.source()) && !both.isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    private String span(Pattern kind) {
        record Span(String text, double score) {}
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < claims.size(); i++) {
            String quote = claims.get(i).quote();
            double score = index.score(i, asked);
            kind.matcher(quote)
                    .results()
                    .filter(match -> !asked.containsAll(Words.of(match.group())))
                    .forEach(match -> spans.add(new Span(match.group(), score + near(quote, match))));
        }
        return spans.stream()
                .max(Comparator.comparingDouble(Span::score))
                .map(Span::text)
                .orElse(UNKNOWN);
    }

    /** From 0 to 1: one by the distance, in characters, to the nearest word of the question. */
    private double near(String quote, MatchResult span) {
        String lower = quote.toLowerCase(Locale.ROOT);
        int nearest = quote.length();
        for (String word : asked) {
            for (int at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
                int distance = at >= span.end() ? at - span.end() : Math.max(0, span.start() - at - word.length());
                nearest = Math.min(nearest, distance);
            }
        }
        return 1.0 / (1 + nearest);
    }
}
