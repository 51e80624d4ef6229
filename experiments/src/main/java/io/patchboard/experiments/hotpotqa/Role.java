package io.patchboard.experiments.hotpotqa;

import io.patchboard.experiments.episode.Edit;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The roles of a team that answers questions. Each answers what it reads with a JSON Patch, without a model. */
public enum Role {
    /** Takes the two paragraphs that are nearest to the question, and the one that is nearest to the first of them. */
    RETRIEVER {
        @Override
        public JsonArray answer(Reading reading) {
            List<Integer> places = new ArrayList<>(reading.paragraphs().keySet());
            List<Paragraph> all = List.copyOf(reading.paragraphs().values());
            Bm25 index = new Bm25(
                    all.stream().map(each -> each.title() + " " + each.text()).toList());
            List<String> question = Words.of(reading.question());
            Set<Integer> picked = new LinkedHashSet<>();
            best(index, all.size(), question, picked, 2);
            if (!picked.isEmpty()) {
                Set<String> hop = new LinkedHashSet<>(question);
                hop.addAll(Words.of(all.get(picked.iterator().next()).text()));
                best(index, all.size(), hop, picked, 1);
            }
            return JsonArray.copyOf(picked.stream()
                    .map(each -> JsonObject.builder()
                            .put("op", "copy")
                            .put("from", "/paragraphs/" + places.get(each))
                            .put("path", "/sources/-")
                            .build())
                    .toList());
        }
    },

    /** Claims what the two sentences of a source say that are nearest to the question. */
    EXTRACTOR {
        @Override
        public JsonArray answer(Reading reading) {
            Paragraph source = reading.sources().get(reading.index("sources"));
            if (source == null) {
                return JsonArray.EMPTY;
            }
            List<String> sentences = sentences(source.text());
            Set<Integer> picked = new LinkedHashSet<>();
            best(new Bm25(sentences), sentences.size(), Words.of(reading.question()), picked, 2);
            return JsonArray.copyOf(picked.stream()
                    .sorted()
                    .map(sentences::get)
                    .map(sentence -> Edit.add("/claims/-", new Claim(sentence, source.handle(), sentence).toJson()))
                    .toList());
        }
    },

    /** Looks a claim's quote up. */
    VERIFIER {
        @Override
        public JsonArray answer(Reading reading) {
            int index = reading.index("claims");
            Claim claim = reading.claims().get(index);
            return claim == null
                    ? JsonArray.EMPTY
                    : JsonArray.of(
                            verdict(index, reading.sources().values().stream().anyMatch(claim::isSupportedBy)));
        }
    },

    /** Takes the span of what is supported that fits the question best. */
    ANSWERER {
        @Override
        public JsonArray answer(Reading reading) {
            TreeMap<Integer, Claim> supported = new TreeMap<>(reading.claims());
            supported.keySet().removeIf(claim -> !reading.verdicts().getOrDefault(claim, false));
            return JsonArray.of(Edit.add(
                    "/answer",
                    JsonObject.builder()
                            .put("text", new Spans(reading.question(), List.copyOf(supported.values())).answer())
                            .put(
                                    "cites",
                                    JsonArray.ofLongs(supported.keySet().stream()
                                            .map(Integer::longValue)
                                            .toList()))
                            .build()));
        }
    };

    public abstract JsonArray answer(Reading reading);

    /** Its name in the blueprint. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a verifier adds. */
    public static JsonObject verdict(int claim, boolean supported) {
        return Edit.add(
                "/verdicts/-",
                JsonObject.builder()
                        .put("claim", claim)
                        .put("supported", Json.of(supported))
                        .build());
    }

    /** Adds those with the highest scores, but none twice. */
    private static void best(Bm25 index, int of, Collection<String> query, Set<Integer> picked, int count) {
        IntStream.range(0, of)
                .boxed()
                .filter(each -> !picked.contains(each))
                .sorted(Comparator.comparingDouble((Integer each) -> index.score(each, query))
                        .reversed())
                .limit(count)
                .toList()
                .forEach(picked::add);
    }

    private static List<String> sentences(String text) {
        BreakIterator ends = BreakIterator.getSentenceInstance(Locale.ENGLISH);
        ends.setText(text);
        Set<String> sentences = new LinkedHashSet<>();
        int begin = ends.first();
        for (int end = ends.next(); end != BreakIterator.DONE; end = ends.next()) {
            String sentence = text.substring(begin, end).strip();
            if (!sentence.isEmpty()) {
                sentences.add(sentence);
            }
            begin = end;
        }
        return List.copyOf(sentences);
    }
}
