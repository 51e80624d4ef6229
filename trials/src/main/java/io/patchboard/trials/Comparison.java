package io.patchboard.trials;

import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Arms side by side, as one model plays them.
 *
 * @param model which, or what mistakes a simulated one makes
 * @param rows the first one is what the others are held against
 */
public record Comparison(String model, List<Row> rows) {

    /**
     * One for each model, in the order in which models and, after the first, arms are first met.
     *
     * @param first name of the arm that the others are held against; where it was not played, whoever comes first
     */
    public static List<Comparison> of(List<Episode> episodes, String first) {
        Map<String, Map<String, List<Episode>>> models = new LinkedHashMap<>();
        episodes.forEach(episode -> models.computeIfAbsent(episode.key().model(), none -> new LinkedHashMap<>())
                .computeIfAbsent(episode.key().arm(), none -> new ArrayList<>())
                .add(episode));
        List<Comparison> comparisons = new ArrayList<>();
        models.forEach((model, arms) -> {
            String other =
                    arms.containsKey(first) ? first : arms.keySet().iterator().next();
            List<Episode> against = arms.remove(other);
            List<Row> rows = new ArrayList<>(List.of(Row.of(other, against, against)));
            arms.forEach((arm, played) -> rows.add(Row.of(arm, played, against)));
            comparisons.add(new Comparison(model, List.copyOf(rows)));
        });
        return List.copyOf(comparisons);
    }

    /** One object for each arm. */
    public List<JsonObject> toJson() {
        return rows.stream().map(row -> row.toJson(model)).toList();
    }
}
