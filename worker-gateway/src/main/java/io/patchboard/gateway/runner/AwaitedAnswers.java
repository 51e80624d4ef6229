package io.patchboard.gateway.runner;

import io.patchboard.gateway.worker.Answer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers that come by another way than the question went: whoever awaits one leaves a place for it here, and whoever
 * receives one looks for that place. Safe for use by several threads.
 */
public final class AwaitedAnswers {

    private final Map<String, CompletableFuture<Answer>> places = new ConcurrentHashMap<>();

    /**
     * A place for the answer to an invocation. It is cleared when the future completes, however it does; who gives up
     * waiting completes it. Asked for a second time, the place is the same.
     */
    public CompletableFuture<Answer> await(String invocationId) {
        CompletableFuture<Answer> place = places.computeIfAbsent(invocationId, any -> new CompletableFuture<>());
        place.whenComplete((answer, failure) -> places.remove(invocationId, place));
        return place;
    }

    public boolean isAwaited(String invocationId) {
        return places.containsKey(invocationId);
    }

    /** @return whether somebody awaited it */
    public boolean answer(String invocationId, Answer answer) {
        CompletableFuture<Answer> place = places.get(invocationId);
        return place != null && place.complete(answer);
    }
}
