package io.patchboard.gateway;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.seal.Opener;
import io.patchboard.client.seal.Sealer;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.record.SealedValue;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Opens for a worker what its view has sealed, as far as this gateway may, and seals what it answers. Connects when
 * there is something to open or to seal. Safe for use by several threads.
 */
final class Seals implements AutoCloseable {

    private static final Executor THREADS = Thread::startVirtualThread;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Opener opener;
    private final Sealer sealer;
    private final AnswerSealer answers;

    Seals(KafkaConnection connection, Clock clock) {
        this.opener = new Opener(connection);
        this.sealer = new Sealer(connection);
        this.answers = new AnswerSealer(sealer::seal, clock, PAUSE);
    }

    /** Completes exceptionally if the runner does, or if what is needed cannot be opened for now. */
    CompletionStage<Answer> run(Runner runner, Invocation invocation) {
        return !Opener.isOfSealing(invocation.view())
                ? runner.run(invocation).thenCompose(answer -> closed(invocation, answer))
                : CompletableFuture.supplyAsync(() -> opener.open(invocation.view()), THREADS)
                        .thenCompose(shown -> runner.run(invocation.showing(shown.view()))
                                .thenApplyAsync(answer -> closed(invocation, answer, shown), THREADS));
    }

    private CompletionStage<Answer> closed(Invocation invocation, Answer answer) {
        return SealedValue.hasUnsealed(answer.patch())
                ? CompletableFuture.supplyAsync(
                        () -> closed(invocation, answer, opener.open(invocation.view())), THREADS)
                : CompletableFuture.completedFuture(answer);
    }

    private Answer closed(Invocation invocation, Answer answer, Opener.Opened shown) {
        return answer.isFailed() ? answer : answers.seal(invocation, answer, shown);
    }

    @Override
    public void close() {
        answers.close();
        opener.close();
        sealer.close();
    }
}
