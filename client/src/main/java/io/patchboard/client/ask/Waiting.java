package io.patchboard.client.ask;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** For callers who have nothing else to do until something is there. */
public final class Waiting {

    private Waiting() {}

    /**
     * What something comes to.
     *
     * @throws KafkaException as it failed
     */
    public static <T> T on(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException("Interrupted while waiting for an outcome.");
        }
    }
}
