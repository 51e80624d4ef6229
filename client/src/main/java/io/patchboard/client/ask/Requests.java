package io.patchboard.client.ask;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogListener;
import io.patchboard.client.log.LogProblem;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.UnreadableLogException;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends commands and proposals, and waits for what the kernel makes of them. */
public final class Requests {

    private static final Duration SEND_TIMEOUT = Duration.ofSeconds(10);

    private final KafkaConnection connection;

    public Requests(KafkaConnection connection) {
        this.connection = connection;
    }

    /**
     * Sends a request whose id is new, and waits for its outcome. Only what is committed after the call began is read.
     *
     * @param outcome tells the request's outcome from other entries
     * @return empty if none came in time; the request may still be decided later
     * @throws KafkaException if it cannot be sent, or the log cannot be read; in the latter case it may be decided all
     *     the same
     */
    public Optional<LogEntry> sendAndAwait(
            String topic, BoardRecord request, Predicate<LogEntry> outcome, Duration timeout) {
        return await(request.boardId(), outcome, timeout, () -> {
            send(topic, request);
            return Optional.empty();
        });
    }

    /**
     * As {@link #sendAndAwait}, for a request whose id may have been used before: if the board's log has the outcome
     * already, nothing is sent, because the kernel decides an id once.
     */
    public Optional<LogEntry> sendOnceAndAwait(
            String topic, BoardRecord request, Predicate<LogEntry> outcome, Duration timeout) {
        return await(request.boardId(), outcome, timeout, () -> {
            Optional<LogEntry> earlier = find(request.boardId(), outcome);
            if (earlier.isEmpty()) {
                send(topic, request);
            }
            return earlier;
        });
    }

    /** @param ask runs once no outcome can be missed any more; gives the one that is there already */
    private Optional<LogEntry> await(
            String boardId, Predicate<LogEntry> outcome, Duration timeout, Supplier<Optional<LogEntry>> ask) {
        Search search = new Search(outcome, ask);
        Follow.End end = new LogReader(connection).listen(boardId, timeout, search);
        if (end == Follow.End.INTERRUPTED) {
            throw new InterruptException("Interrupted while waiting for an outcome.");
        }
        return search.found;
    }

    private Optional<LogEntry> find(String boardId, Predicate<LogEntry> outcome) {
        Search search = new Search(outcome, Optional::empty);
        new LogReader(connection).scan(Optional.of(boardId), search);
        return search.found;
    }

    /**
     * Sends one request in JSON form and waits until it is stored.
     *
     * @throws KafkaException if that fails
     * @throws UnreadableLogException if there is no such topic; a broker that makes what is asked for is not asked
     */
    public void send(String topic, BoardRecord request) {
        requireTopic(topic);
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("client.id", "patchboard-requests");
        own.put("max.block.ms", SEND_TIMEOUT.toMillis());
        own.put("delivery.timeout.ms", (int) SEND_TIMEOUT.toMillis());
        own.put("request.timeout.ms", (int) SEND_TIMEOUT.toMillis() / 2);
        own.put("max.request.size", ContractLimits.MAX_RECORD_BYTES);
        own.put("enable.metrics.push", false);
        byte[] value = JsonWriter.compact(request.toJson()).getBytes(StandardCharsets.UTF_8);
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(connection.clientConfig(own), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, request.boardId(), value)).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** A producer's first question makes a topic that is not there, with the broker's settings, and nobody reads it. */
    private void requireTopic(String topic) {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("client.id", "patchboard-requests");
        own.put("default.api.timeout.ms", (int) SEND_TIMEOUT.toMillis());
        own.put("request.timeout.ms", (int) SEND_TIMEOUT.toMillis() / 2);
        own.put("enable.metrics.push", false);
        try (Admin admin = Admin.create(connection.clientConfig(own))) {
            admin.describeTopics(List.of(topic)).allTopicNames().get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new UnreadableLogException("Expected the topic " + topic + ", which a kernel makes, but there is"
                        + " none at " + connection.bootstrapServers()
                        + ". Nothing was sent. Name another beginning of the topics with --prefix, or start a kernel.");
            }
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Stops at the first entry that is the outcome. */
    private static final class Search implements LogListener {

        private final Predicate<LogEntry> outcome;
        private final Supplier<Optional<LogEntry>> ask;
        private Optional<LogEntry> found = Optional.empty();

        Search(Predicate<LogEntry> outcome, Supplier<Optional<LogEntry>> ask) {
            this.outcome = outcome;
            this.ask = ask;
        }

        @Override
        public boolean entry(LogRecord next) {
            if (outcome.test(next.entry())) {
                found = Optional.of(next.entry());
            }
            return found.isEmpty();
        }

        @Override
        public void problem(LogProblem problem) {
            problem.requireNoRegistry();
        }

        @Override
        public boolean listening() {
            found = ask.get();
            return found.isEmpty();
        }
    }
}
