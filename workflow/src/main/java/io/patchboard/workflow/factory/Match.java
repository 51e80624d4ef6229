package io.patchboard.workflow.factory;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A candidate for a task.
 *
 * @param scores by criterion, from 0 to 1
 * @param score their weighted mean
 * @param lacks the required capabilities that it does not have; none of an exact match
 */
public record Match(AgentProfile agent, Map<Criterion, Double> scores, double score, List<String> lacks) {

    public Match {
        scores = Map.copyOf(scores);
        lacks = List.copyOf(lacks);
    }

    /** Whether it satisfies the whole specification, as far as its profile says. */
    public boolean isExact() {
        return scores.values().stream().allMatch(score -> score == 1);
    }

    /** Absent if some criterion refutes it: what cannot do anything of the work, or cannot be asked for it, is none. */
    static Optional<Match> of(AgentSpec spec, AgentProfile agent, Map<Criterion, Double> weights) {
        Map<Criterion, Double> scores = new TreeMap<>();
        double sum = 0;
        double weight = 0;
        for (Criterion criterion : Criterion.values()) {
            double score = criterion.score(spec, agent);
            if (score == 0) {
                return Optional.empty();
            }
            scores.put(criterion, score);
            sum += score * weights.get(criterion);
            weight += weights.get(criterion);
        }
        List<String> lacks = spec.capabilities().stream()
                .filter(needed -> !agent.capabilities().contains(needed))
                .toList();
        return Optional.of(new Match(agent, scores, weight == 0 ? 0 : sum / weight, lacks));
    }
}
