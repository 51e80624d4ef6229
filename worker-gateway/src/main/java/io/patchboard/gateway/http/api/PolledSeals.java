package io.patchboard.gateway.http.api;

import io.patchboard.client.seal.Opener;
import io.patchboard.client.seal.SealException;
import io.patchboard.client.seal.Sealer;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Digest;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.SealedValue;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * What those who poll were shown open, until they have answered: what they leave as it was stays what it was before,
 * also if it was erased meanwhile. No opened value is kept, only its digest. Safe for use by several threads.
 */
final class PolledSeals {

    static final int MOST_KNOWN = 10_000;
    private static final long MOST_BYTES = 32 * 1024 * 1024;
    private static final long BYTES_BESIDE = 500;
    private static final Executor THREADS = Thread::startVirtualThread;

    private final Function<JsonObject, Opener.Opened> opening;
    private final Map<String, Opener.Opened> known = new LinkedHashMap<>();
    private long bytes;

    /** @param opening {@link Opener#open} */
    PolledSeals(Function<JsonObject, Opener.Opened> opening) {
        this.opening = opening;
    }

    /**
     * What was just lent, as its worker sees it. Waits where it has to.
     *
     * @throws org.apache.kafka.common.KafkaException as {@link Opener#open}
     */
    Invocation open(Invocation invocation) {
        if (!Opener.isOfSealing(invocation.view())) {
            return invocation;
        }
        Opener.Opened opened = opening.apply(invocation.view());
        keep(invocation.invocationId(), opened);
        return invocation.showing(opened.view());
    }

    /** Beside what whoever had it before was shown, who may answer, too. */
    private synchronized void keep(String invocationId, Opener.Opened opened) {
        Map<Digest, SealedValue> closed = new HashMap<>(opened.closed());
        Optional.ofNullable(known.get(invocationId)).ifPresent(before -> closed.putAll(before.closed()));
        end(invocationId);
        Opener.Opened kept = new Opener.Opened(JsonObject.EMPTY, opened.schema(), closed);
        known.put(invocationId, kept);
        bytes += bytes(kept);
        Iterator<Opener.Opened> eldest = known.values().iterator();
        while (known.size() > MOST_KNOWN || bytes > MOST_BYTES) {
            bytes -= bytes(eldest.next());
            eldest.remove();
        }
    }

    private static long bytes(Opener.Opened kept) {
        return BYTES_BESIDE
                + kept.schema().canonicalBytes()
                + kept.closed().values().stream()
                        .mapToLong(closed -> BYTES_BESIDE + closed.data().length())
                        .sum();
    }

    private synchronized Optional<Opener.Opened> shown(String invocationId) {
        return Optional.ofNullable(known.get(invocationId));
    }

    /**
     * An answer as it is to be sealed. One to what is not known here is the kernel's alone to judge.
     *
     * @param held the invocation, if this process holds it: it is opened once more where what was shown is not known,
     *     as after a restart
     * @return fails with a {@link SealException} as {@link Sealer#left}
     */
    CompletionStage<Answer> left(String invocationId, Answer answer, Optional<Invocation> held) {
        Optional<Opener.Opened> shown = shown(invocationId);
        Optional<JsonObject> view = held.map(Invocation::view).filter(Opener::isOfSealing);
        return answer.isFailed() || shown.isEmpty() && view.isEmpty()
                ? CompletableFuture.completedFuture(answer)
                : CompletableFuture.supplyAsync(
                        () -> left(answer, shown.orElseGet(() -> opening.apply(view.orElseThrow()))), THREADS);
    }

    private static Answer left(Answer answer, Opener.Opened shown) {
        Json patch = Sealer.left(answer.patch(), shown, answer.proof().isPresent());
        return new Answer(patch, answer.usage(), answer.failure(), answer.proof());
    }

    /** It is answered. */
    synchronized void end(String invocationId) {
        Optional.ofNullable(known.remove(invocationId)).ifPresent(gone -> bytes -= bytes(gone));
    }
}
