package io.patchboard.gateway;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.seal.Opener;
import io.patchboard.client.seal.SealException;
import io.patchboard.client.seal.Sealer;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.record.Failure;
import io.patchboard.record.SealedValue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/**
 * Opens for a worker what its view has sealed, as far as this gateway may, and seals what it answers. Connects when
 * there is something to open or to seal. Safe for use by several threads.
 */
final class Seals implements AutoCloseable {

    private static final Executor THREADS = Thread::startVirtualThread;

    private final Opener opener;
    private final Sealer sealer;

    Seals(KafkaConnection connection) {
        this.opener = new Opener(connection);
        this.sealer = new Sealer(connection);
    }

    /** Completes exceptionally if the runner does, or if what is needed cannot be opened or sealed for now. */
    CompletionStage<Answer> run(Runner runner, Invocation invocation) {
        return !Opener.isOfSealing(invocation.view())
                ? runner.run(invocation).thenCompose(answer -> closed(invocation, answer))
                : CompletableFuture.supplyAsync(() -> opener.open(invocation.view()), THREADS)
                        .thenCompose(shown -> runner.run(invocation.showing(shown.view()))
                                .thenApplyAsync(answer -> closed(invocation.boardId(), answer, shown), THREADS));
    }

    private CompletionStage<Answer> closed(Invocation invocation, Answer answer) {
        return SealedValue.hasUnsealed(answer.patch())
                ? CompletableFuture.supplyAsync(
                        () -> closed(invocation.boardId(), answer, opener.open(invocation.view())), THREADS)
                : CompletableFuture.completedFuture(answer);
    }

    private Answer closed(String boardId, Answer answer, Opener.Opened shown) {
        if (answer.isFailed()) {
            return answer;
        }
        try {
            Json patch =
                    sealer.seal(boardId, answer.patch(), shown, answer.proof().isPresent());
            return patch.equals(answer.patch())
                    ? answer
                    : new Answer(patch, answer.usage(), answer.failure(), answer.proof());
        } catch (SealException e) {
            return instead(answer, Failure.Kind.INVALID, e.getMessage());
        } catch (TopicAuthorizationException e) {
            return instead(
                    answer,
                    Failure.Kind.REFUSED,
                    "Expected this gateway to be allowed to write " + e.unauthorizedTopics()
                            + ", since the answer has values to be sealed, but it is not. \"patchboard acl --for sealer\""
                            + " prints what it needs.");
        }
    }

    private static Answer instead(Answer answer, Failure.Kind kind, String message) {
        Answer failed = Answer.failed(kind, message);
        return answer.usage().map(failed::withUsage).orElse(failed);
    }

    @Override
    public void close() {
        opener.close();
        sealer.close();
    }
}
