package io.patchboard.standalone.again;

import io.patchboard.client.board.DryRun;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.History;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import java.time.Duration;
import java.util.Optional;

/**
 * Has the kernel's own code judge answers on the boards that the answers of then met. Safe for use by several threads.
 */
public final class Judge {

    private final DryRun dryRun;

    /** @param blueprints with which the boards were followed */
    public Judge(Blueprints blueprints) {
        this.dryRun = new DryRun(blueprints);
    }

    /** @param took from the question to the answer */
    public Asked of(PastInvocation past, Answer answer, Duration took) {
        LogEntry outcome = dryRun.judge(
                        past.met(),
                        id -> History.InvocationEnd.NONE,
                        new PatchProposal(
                                "again",
                                past.entry().boardId(),
                                past.invoked().worker(),
                                Optional.of(past.invoked().invocationId()),
                                answer.patch(),
                                answer.usage(),
                                Optional.empty(),
                                answer.failure()),
                        past.time())
                .outcome();
        return new Asked(past, outcome, answer.usage(), took);
    }
}
