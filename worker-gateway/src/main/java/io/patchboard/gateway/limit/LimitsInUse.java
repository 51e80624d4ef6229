package io.patchboard.gateway.limit;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Asks all gateways how they use their limits: as a member of their group that names none, in whose round all tell
 * anew. A round takes about a heartbeat of half a second, in which no gateway begins more than it has told.
 */
public final class LimitsInUse {

    /** How long an answer may take: a gateway that was killed is waited for until its session is over. */
    public static final Duration PATIENCE = Duration.ofSeconds(15);

    /** What is said where there is no answer. */
    public static final String NOT_TOLD =
            "Expected the gateways to tell how they use their limits, but they did not in "
                    + PATIENCE.toSeconds() + " s, or the one that leads them is of an older version. Their own metrics"
                    + " patchboard_limit_* say the same, each for itself.";

    private static final Duration POLL = Duration.ofMillis(100);
    private static final long FRESH = Duration.ofSeconds(5).toNanos();

    private final KafkaConnection connection;
    private CompletableFuture<Optional<List<LimitUse>>> answer = CompletableFuture.completedFuture(Optional.empty());
    private long answered = System.nanoTime() - FRESH - 1;

    public LimitsInUse(KafkaConnection connection) {
        this.connection = connection;
    }

    /** The answer of {@link #ask(KafkaConnection, Duration)}; the same for all who ask within five seconds. */
    public synchronized CompletableFuture<Optional<List<LimitUse>>> ask(Duration patience) {
        if (answer.isDone() && System.nanoTime() - answered > FRESH) {
            CompletableFuture<Optional<List<LimitUse>>> next = new CompletableFuture<>();
            answer = next;
            Thread.ofVirtual().name("patchboard-limits-asked").start(() -> complete(next, patience));
        }
        return answer.copy();
    }

    private void complete(CompletableFuture<Optional<List<LimitUse>>> next, Duration patience) {
        try {
            Optional<List<LimitUse>> uses = ask(connection, patience);
            noteAnswered();
            next.complete(uses);
        } catch (RuntimeException e) {
            next.completeExceptionally(e);
        }
    }

    private synchronized void noteAnswered() {
        answered = System.nanoTime();
    }

    /**
     * Every limit that a gateway names which runs now; none where there is no such gateway.
     *
     * @return absent if there was no round in time, or if the gateway that leads is of a version that does not tell
     * @throws org.apache.kafka.common.KafkaException if Kafka refuses, or is not there
     */
    public static Optional<List<LimitUse>> ask(KafkaConnection connection, Duration patience) {
        Listener listener = new Listener();
        long end = System.nanoTime() + patience.toNanos();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                FleetLimits.settings(connection, listener), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(connection.topics().proposals()));
            while (!listener.told && System.nanoTime() - end < 0) {
                consumer.poll(POLL);
            }
            consumer.close(CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
        }
        return listener.all.map(LimitUse::of);
    }

    private static final class Listener implements Assignor.Member {

        private boolean told;
        private Optional<List<Told>> all = Optional.empty();

        @Override
        public Map<String, Stake> tell() {
            return Map.of();
        }

        @Override
        public void decided(String id, Map<String, Share> shares) {
            // It has none.
        }

        @Override
        public void heard(Optional<List<Told>> said) {
            told = true;
            all = said;
        }
    }
}
