package io.patchboard.client.model;

import io.patchboard.client.log.LogSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the reading is behind the topics. It asks for their ends now and then and waits for no answer: while one
 * partition has no leader, the others are read. Used by one thread.
 */
final class Lag {

    /** What a busy kernel, or a new leader that has to be found, may cost. */
    private static final Duration MOST = Duration.ofSeconds(10);

    private final Admin admin;
    private final LogSource source;
    private final InstantSource clock;
    private Optional<Ask> committed = Optional.empty();
    private Optional<Ask> written = Optional.empty();

    /** @param at when it was asked, by the clock and by the system's timer */
    private record Ask(long at, long nanos, CompletableFuture<Map<TopicPartition, ListOffsetsResultInfo>> ends) {}

    Lag(Admin admin, LogSource source, InstantSource clock) {
        this.admin = admin;
        this.source = source;
        this.clock = clock;
    }

    /** Asks anew, unless the reading has not yet come to what was asked for before. */
    void ask() {
        if (committed.isEmpty()) {
            committed = Optional.of(ask(IsolationLevel.READ_COMMITTED));
        }
        if (written.isEmpty()) {
            written = Optional.of(ask(IsolationLevel.READ_UNCOMMITTED));
        }
    }

    private Ask ask(IsolationLevel isolation) {
        long at = clock.millis();
        Map<TopicPartition, OffsetSpec> all =
                source.partitionsRead().stream().collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
        return new Ask(
                at,
                System.nanoTime(),
                admin.listOffsets(all, new ListOffsetsOptions(isolation))
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture());
    }

    /**
     * Whether what was committed some seconds ago is not read yet.
     *
     * @return absent if that is not known yet
     */
    Optional<Boolean> isLong() {
        Optional<Ask> asked = committed;
        if (asked.filter(this::isReached).isPresent()) {
            committed = Optional.empty();
            return Optional.of(false);
        }
        if (asked.filter(ask -> System.nanoTime() - ask.nanos() > MOST.toNanos())
                .isPresent()) {
            committed = asked.filter(ask -> !ask.ends().isCompletedExceptionally());
            return Optional.of(true);
        }
        return Optional.empty();
    }

    /**
     * The latest time, by the clock, of which all that was written then is read. What is missing of a board's log
     * before an entry that had arrived by then will not come any more: the kernel writes an entry before it commits one
     * behind it.
     *
     * @return absent if nothing new is known
     */
    Optional<Long> complete() {
        Optional<Long> at = written.filter(this::isReached).map(Ask::at);
        if (at.isPresent()
                || written.filter(ask -> ask.ends().isCompletedExceptionally()).isPresent()) {
            written = Optional.empty();
        }
        return at;
    }

    private boolean isReached(Ask ask) {
        if (!ask.ends().isDone() || ask.ends().isCompletedExceptionally()) {
            return false;
        }
        Map<TopicPartition, Long> places = new HashMap<>();
        ask.ends().join().forEach((partition, end) -> places.put(partition, end.offset()));
        return source.isPast(places);
    }
}
