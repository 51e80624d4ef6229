package io.patchboard.gateway.http.lease;

import io.patchboard.gateway.worker.Invocation;

/** Who was asked: what an answer needs to become a proposal. */
public record Assignment(String boardId, String worker) {

    static Assignment of(Invocation invocation) {
        return new Assignment(invocation.boardId(), invocation.worker());
    }
}
