package io.patchboard.workflow.factory;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.record.Problem;
import io.patchboard.text.Resources;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Implementations of agents that there are.
 *
 * @param weights of each criterion
 * @param threshold the score that an approximate match has at least
 * @param agents in order of their names
 * @param models as a workers file has them; absent if there are none
 */
public record Catalogue(
        Map<Criterion, Double> weights, double threshold, List<AgentProfile> agents, Optional<Json> models) {

    private static final double USUAL_THRESHOLD = 0.6;
    private static final int MOST_PROBLEMS = 100;
    private static final JsonSchema SCHEMA =
            JsonSchema.own(JsonReader.parse(Resources.text(Json.class, "/catalogue.schema.json")));

    public Catalogue {
        weights = Map.copyOf(weights);
        agents = List.copyOf(agents);
    }

    /**
     * What became of a document.
     *
     * @param catalogue absent if there are problems
     * @param problems all that the published schema has against it
     */
    public record Reading(Optional<Catalogue> catalogue, List<Problem> problems) {

        public Reading {
            problems = List.copyOf(problems);
        }
    }

    public static Reading read(Json document) {
        List<Problem> problems = SCHEMA.validateAll(document, MOST_PROBLEMS).stream()
                .map(violation -> new Problem(violation.pointer().toString(), violation.message()))
                .toList();
        if (!problems.isEmpty()) {
            return new Reading(Optional.empty(), problems);
        }
        JsonPlace file = JsonPlace.of(document);
        Map<Criterion, Double> weights = new EnumMap<>(Criterion.class);
        for (Criterion criterion : Criterion.values()) {
            weights.put(
                    criterion, amount(file.into("weights"), criterion.word()).orElse(1.0));
        }
        return new Reading(
                Optional.of(new Catalogue(
                        weights,
                        amount(file, "threshold").orElse(USUAL_THRESHOLD),
                        file.into("agents").members().stream()
                                .map(AgentProfile::read)
                                .toList(),
                        file.child("models").map(JsonPlace::value))),
                List.of());
    }

    private static Optional<Double> amount(JsonPlace parent, String name) {
        return parent.child(name).flatMap(JsonPlace::amount).map(Number::doubleValue);
    }

    /** Who can do what is asked for, the best first; exact matches before approximate ones. */
    public List<Match> candidates(AgentSpec spec) {
        return agents.stream()
                .flatMap(agent -> Match.of(spec, agent, weights).stream())
                .filter(match -> match.isExact() || match.score() >= threshold)
                .sorted(Comparator.comparing((Match match) -> !match.isExact())
                        .thenComparing(Comparator.comparingDouble(Match::score).reversed())
                        .thenComparing(match -> match.agent().name()))
                .toList();
    }
}
