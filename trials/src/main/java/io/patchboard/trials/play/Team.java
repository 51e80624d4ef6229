package io.patchboard.trials.play;

import io.patchboard.gateway.runner.llm.LlmRunner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The model workers of an episode, asked by the gateway's own runner, with its prompts and its reading of answers.
 */
final class Team implements AutoCloseable {

    /** An answer that takes longer is none. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Map<String, LlmRunner> runners = new HashMap<>();
    private final Ledger ledger;
    private final Clock clock;
    private final Instant end;

    /** @param end nobody is waited for after that */
    Team(Ledger ledger, Clock clock, Instant end) {
        this.ledger = ledger;
        this.clock = clock;
        this.end = end;
    }

    /** @throws ModelGoneException if the model cannot be asked at all */
    Answer ask(LogEntry invitation) {
        WorkerInvoked invoked = (WorkerInvoked) invitation.event();
        ledger.next(invoked.worker(), invoked.instruction());
        Answer answer = runners.computeIfAbsent(invoked.worker(), name -> new LlmRunner(name, ledger, LONGEST, clock))
                .run(new Invocation(new LogEntry(invitation.header(), timed(invoked))))
                .toCompletableFuture()
                .join();
        ledger.gone().ifPresent(why -> {
            throw new ModelGoneException(why);
        });
        return answer;
    }

    /** Boards in memory have a time of their own. */
    private WorkerInvoked timed(WorkerInvoked invoked) {
        return new WorkerInvoked(
                invoked.invocationId(),
                invoked.worker(),
                invoked.queue(),
                invoked.attempt(),
                end,
                invoked.baseVersion(),
                invoked.trigger(),
                invoked.instruction(),
                invoked.view(),
                invoked.viewHash(),
                invoked.writes());
    }

    boolean isOutOfTime() {
        return !clock.instant().isBefore(end);
    }

    @Override
    public void close() {
        runners.values().forEach(LlmRunner::close);
    }
}
