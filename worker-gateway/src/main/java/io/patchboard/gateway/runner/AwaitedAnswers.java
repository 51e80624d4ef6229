package io.patchboard.gateway.runner;

import io.patchboard.gateway.worker.Answer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Answers that come by another way than the question went: whoever awaits one leaves a place for it here, and whoever
 * receives one looks for that place. Safe for use by several threads.
 */
public final class AwaitedAnswers {

    private static final int CAPABILITY_BYTES = 18;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Place> places = new ConcurrentHashMap<>();

    /**
     * A place for an answer.
     *
     * @param answer who gives up waiting completes it
     * @param capability what whoever is asked has to say to answer here without a token. The invocation's id would not
     *     do: everybody who may read the board knows it
     * @param work of whoever says before he answers how far he has come; of nobody else
     */
    public record Place(
            CompletableFuture<Answer> answer, String capability, AtomicReference<Optional<LongWork>> work) {}

    /**
     * A place for the answer to an invocation. It is cleared when its future completes, however it does. Asked for a
     * second time, the place is the same.
     */
    public Place await(String invocationId) {
        Place place = places.computeIfAbsent(
                invocationId,
                any -> new Place(new CompletableFuture<>(), capability(), new AtomicReference<>(Optional.empty())));
        place.answer().whenComplete((answer, failure) -> places.remove(invocationId, place));
        return place;
    }

    private String capability() {
        byte[] bytes = new byte[CAPABILITY_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }

    public boolean isAwaited(String invocationId) {
        return places.containsKey(invocationId);
    }

    /** Whether the answer is awaited, and from whoever has this capability; looked at in constant time. */
    public boolean isAwaited(String invocationId, String capability) {
        Place place = places.get(invocationId);
        return place != null
                && MessageDigest.isEqual(
                        place.capability().getBytes(StandardCharsets.UTF_8),
                        capability.getBytes(StandardCharsets.UTF_8));
    }

    /** The work on an invocation whose answer is awaited, of which progress may be told. */
    public Optional<LongWork> work(String invocationId) {
        return Optional.ofNullable(places.get(invocationId))
                .flatMap(place -> place.work().get());
    }

    /** @return whether somebody awaited it */
    public boolean answer(String invocationId, Answer answer) {
        Place place = places.get(invocationId);
        return place != null && place.answer().complete(answer);
    }
}
