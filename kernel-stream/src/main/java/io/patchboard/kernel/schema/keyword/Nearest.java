package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the schema of a choice that a value comes nearest to: what its author meant, as a rule. */
final class Nearest {

    private static final int MOST_PARTS = 16;

    private record Refusal(List<Finding> findings, int depth) {

        /** One that is not even of the type is farthest; then the one that goes deepest with the fewest errors. */
        static final Comparator<Refusal> BY_DISTANCE = Comparator.comparing(Refusal::isOfAnotherType)
                .thenComparingInt(refusal -> refusal.findings().size())
                .thenComparingInt(refusal -> -refusal.deepest());

        private boolean isOfAnotherType() {
            return findings.stream()
                    .anyMatch(finding -> finding.pointer().tokens().size() == depth
                            && (finding.keyword().equals("type")
                                    || finding.keyword().equals("false")));
        }

        private int deepest() {
            return findings.stream()
                    .mapToInt(finding -> finding.pointer().tokens().size())
                    .max()
                    .orElse(0);
        }
    }

    private Nearest() {}

    /**
     * What is wrong by the nearest schema; empty where several accept the value, or all are about another type, so that
     * none is near.
     */
    static Optional<Finding> of(Subschema[] parts, Json value, JsonPointer at, Evaluation evaluation) {
        Optional<Refusal> nearest = Optional.empty();
        for (int i = 0; i < Math.min(parts.length, MOST_PARTS); i++) {
            Report report = new Report(evaluation);
            parts[i].report(value, at, report);
            if (report.findings().isEmpty()) {
                return Optional.empty();
            }
            Refusal refusal = new Refusal(report.findings(), at.tokens().size());
            if (nearest.isEmpty() || Refusal.BY_DISTANCE.compare(refusal, nearest.get()) < 0) {
                nearest = Optional.of(refusal);
            }
        }
        return nearest.filter(refusal -> !refusal.isOfAnotherType())
                .map(refusal -> refusal.findings().get(0));
    }
}
