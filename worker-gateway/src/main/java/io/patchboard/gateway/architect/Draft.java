package io.patchboard.gateway.architect;

import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What came of a commission.
 *
 * @param text the last blueprint that the model wrote; absent if none of its replies had one
 * @param problems of that blueprint; empty if it is good
 * @param repairs how often the model was asked to mend
 * @param failure why it could not be asked for one more; the message shows no key
 */
public record Draft(
        Optional<String> text, List<Problem> problems, int repairs, TokenCount tokens, Optional<String> failure) {

    public Draft {
        problems = List.copyOf(problems);
    }

    /** The same, but nobody mended it: the model did not answer. */
    Draft abandoned(ChatException why) {
        return new Draft(text, problems, repairs, tokens.plus(why.spent().tokens()), Optional.of(why.getMessage()));
    }

    public boolean good() {
        return text.isPresent() && problems.isEmpty();
    }
}
