package io.patchboard.gateway.http.lease;

import io.patchboard.gateway.worker.Invocation;
import java.util.Optional;

/**
 * Who was asked: what an answer needs to become a proposal.
 *
 * @param queue in which it was; absent where only the caller says who was asked
 */
public record Assignment(String boardId, String worker, Optional<String> queue) {

    static Assignment of(Invocation invocation) {
        return new Assignment(
                invocation.boardId(),
                invocation.worker(),
                Optional.of(invocation.invoked().queue()));
    }
}
