package io.patchboard.client.model;

import io.patchboard.record.Word;
import java.time.Instant;
import java.util.Optional;

/**
 * Which rejections to count, and by what. What is absent lets all pass.
 *
 * @param blueprint name or hash of the boards' blueprint
 * @param since time of the first
 */
public record RejectionQuery(Optional<String> board, Optional<String> blueprint, Optional<Instant> since, By by) {

    /** What rejections have in common that are counted together. */
    public enum By implements Word {
        /** Of a blueprint, by its hash and the clause's place in it. */
        CLAUSE,
        WORKER,
        /** As the usage of answers names it. */
        MODEL,
        STAGE,
        /** Of the state, with {@code *} for each index. */
        PATH
    }
}
