package io.patchboard.gateway.http.lease;

import io.patchboard.record.WorkerInvoked;

/** Who was asked: what an answer needs to become a proposal. */
public record Assignment(String boardId, String worker) {

    static Assignment of(WorkerInvoked invoked) {
        return new Assignment(invoked.boardId(), invoked.worker());
    }
}
