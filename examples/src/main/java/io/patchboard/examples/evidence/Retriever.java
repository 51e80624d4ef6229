package io.patchboard.examples.evidence;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Picks paragraphs: for each subject of the question the one whose title names it best. For a question that is not
 * understood, the two paragraphs that share most words with it.
 */
final class Retriever implements Worker {

    /** A title that shares fewer words with a subject is about something else. */
    private static final double TITLE_NAMES_SUBJECT = 0.5;

    private static final int PICKS_WITHOUT_SUBJECTS = 2;

    @Override
    public Answer work(Invocation invocation) {
        View view = new View(invocation);
        Map<String, Paragraph> library = new LinkedHashMap<>();
        invocation.fields("/paragraphs/*").forEach((path, json) -> library.put(path, Paragraph.read(json)));
        List<String> picks = pick(view, library);
        if (Fault.MALFORMED_PATCH.isDue(invocation)) {
            return Answer.of(malformed(picks));
        }
        PatchBuilder patch = new PatchBuilder();
        picks.forEach(path -> patch.copy(path, "/sources/-"));
        return patch.answer();
    }

    private static List<String> pick(View view, Map<String, Paragraph> library) {
        String question = view.question().orElse("");
        List<String> subjects = view.comparison().map(Question::subjects).orElse(List.of());
        if (subjects.isEmpty()) {
            return library.keySet().stream()
                    .sorted(Comparator.comparingDouble((String path) -> shared(question, library.get(path)))
                            .reversed())
                    .limit(PICKS_WITHOUT_SUBJECTS)
                    .toList();
        }
        return subjects.stream()
                .flatMap(subject -> best(subject, question, library).stream())
                .distinct()
                .toList();
    }

    private static Optional<String> best(String subject, String question, Map<String, Paragraph> library) {
        ToDoubleFunction<String> title =
                path -> Words.similarity(subject, library.get(path).title());
        return library.keySet().stream()
                .filter(path -> title.applyAsDouble(path) >= TITLE_NAMES_SUBJECT)
                .max(Comparator.comparingDouble(title)
                        .thenComparingDouble(path -> shared(question, library.get(path))));
    }

    private static double shared(String question, Paragraph paragraph) {
        return Words.coverage(question, paragraph.title() + " " + paragraph.text());
    }

    /** {@code append} sounds right, but no such operation exists (RFC 6902 section 4). */
    private static Json malformed(List<String> picks) {
        return JsonArray.copyOf(picks.stream()
                .map(path -> JsonObject.builder()
                        .put("op", "append")
                        .put("from", path)
                        .put("path", "/sources")
                        .build())
                .toList());
    }
}
