package io.patchboard.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.board.Kernel;
import io.patchboard.faults.tree.Trees;

/** Thresholds of the circuit policy that are compared. */
enum CircuitSetting {
    /** What a blueprint gets that says nothing. */
    DEFAULT("default"),
    /** Table 3 of the paper: threshold 2, window of 3 state hashes. */
    PAPER_2("paper, threshold 2"),
    /** Table 3 of the paper: threshold 4, window of 3 state hashes. */
    PAPER_4("paper, threshold 4");

    private final String label;

    CircuitSetting(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    Kernel kernel() {
        return switch (this) {
            case DEFAULT -> new Kernel();
            case PAPER_2 -> Kernel.with(paper(2));
            case PAPER_4 -> Kernel.with(paper(4));
        };
    }

    /** Rejections, answers without effect and states; what the paper does not look for is as good as off. */
    private static JsonNode paper(int threshold) {
        return Trees.parse("{\"invalidStreak\":" + threshold + ",\"noOpStreak\":" + threshold
                + ",\"repeatedState\":{\"window\":3},\"sameRejection\":{\"count\":100,\"window\":100},"
                + "\"cycle\":{\"maxPeriod\":1,\"repeats\":20}}");
    }
}
