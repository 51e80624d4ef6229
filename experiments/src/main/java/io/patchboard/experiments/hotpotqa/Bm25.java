package io.patchboard.experiments.hotpotqa;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Okapi BM25 (S. Robertson, H. Zaragoza, 2009) over a handful of texts, with the usual constants k1 = 1.2 and b = 0.75
 * and, as Lucene has it, an inverse document frequency that is never negative.
 */
public final class Bm25 {

    private static final double K1 = 1.2;
    private static final double B = 0.75;

    private final List<Map<String, Integer>> counts;
    private final double meanLength;

    /** @param texts what is looked through; scores go by their order */
    public Bm25(List<String> texts) {
        this.counts = texts.stream().map(Bm25::count).toList();
        this.meanLength = counts.stream().mapToInt(Bm25::length).average().orElse(1);
    }

    /** Each word of the query counts once. */
    public double score(int text, Collection<String> query) {
        Map<String, Integer> words = counts.get(text);
        double norm = K1 * (1 - B + B * length(words) / Math.max(1, meanLength));
        double score = 0;
        for (String word : new LinkedHashSet<>(query)) {
            int frequency = words.getOrDefault(word, 0);
            score += idf(word) * frequency * (K1 + 1) / (frequency + norm);
        }
        return score;
    }

    private double idf(String word) {
        long with = counts.stream().filter(words -> words.containsKey(word)).count();
        return Math.log(1 + (counts.size() - with + 0.5) / (with + 0.5));
    }

    private static Map<String, Integer> count(String text) {
        Map<String, Integer> counts = new HashMap<>();
        Words.of(text).forEach(word -> counts.merge(word, 1, Integer::sum));
        return counts;
    }

    private static int length(Map<String, Integer> words) {
        return words.values().stream().mapToInt(Integer::intValue).sum();
    }
}
