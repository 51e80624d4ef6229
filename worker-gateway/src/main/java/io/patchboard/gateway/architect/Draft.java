package io.patchboard.gateway.architect;

import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.Spent;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.record.Problem;
import io.patchboard.record.Usage;
import java.util.List;
import java.util.Optional;

/**
 * What came of a commission.
 *
 * @param text the last blueprint that the model wrote; absent if none of its replies had one
 * @param problems of that blueprint; empty if it is good
 * @param repairs how often the model was asked to mend
 * @param spent on all of the model's replies
 * @param failure why it could not be asked for one more; the message shows no key
 */
public record Draft(Optional<String> text, List<Problem> problems, int repairs, Spent spent, Optional<String> failure) {

    public Draft {
        problems = List.copyOf(problems);
    }

    /** The same, but nobody mended it: the model did not answer. */
    Draft abandoned(ChatException why) {
        return new Draft(text, problems, repairs, spent.plus(why.spent()), Optional.of(why.getMessage()));
    }

    public TokenCount tokens() {
        return spent.tokens();
    }

    /** As the board's first cost. */
    public Usage usage() {
        return new Usage(tokens().input(), tokens().output(), spent.cost(), Optional.of(spent.model()), List.of());
    }

    public boolean good() {
        return text.isPresent() && problems.isEmpty();
    }
}
