package io.patchboard.gateway.runner;

import io.patchboard.calls.Deadline;
import io.patchboard.record.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Checkpoints in memory, as gateways that come after one another find them. */
public final class KeptCheckpoints implements Checkpoints {

    public final List<Checkpoint> saved = new CopyOnWriteArrayList<>();
    /** Whether nothing can be written. */
    public volatile boolean broken;

    /** Whether nothing can be read. */
    public volatile boolean away;

    private final Map<String, Checkpoint> latest = new ConcurrentHashMap<>();

    /** As if the topic had been deleted. */
    public void forget() {
        latest.clear();
    }

    @Override
    public Optional<Checkpoint> latest(String key, Deadline deadline) throws NoAnswerException {
        if (away) {
            throw new NoAnswerException(Failure.Kind.OUTAGE, "there is no broker");
        }
        return Optional.ofNullable(latest.get(key));
    }

    @Override
    public CompletionStage<Void> save(String key, Checkpoint checkpoint) {
        if (broken) {
            return CompletableFuture.failedFuture(new IllegalStateException("there is no broker"));
        }
        saved.add(checkpoint);
        latest.put(key, checkpoint);
        return CompletableFuture.completedFuture(null);
    }
}
