package io.patchboard.gateway.architect;

import io.patchboard.gateway.llm.TokenCount;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What came of a commission.
 *
 * @param text the last blueprint that the model wrote; absent if none of its replies had one
 * @param problems of that blueprint; empty if it is good
 * @param repairs how often the model was asked to mend
 */
public record Draft(Optional<String> text, List<Problem> problems, int repairs, TokenCount tokens) {

    public Draft {
        problems = List.copyOf(problems);
    }

    public boolean good() {
        return text.isPresent() && problems.isEmpty();
    }
}
