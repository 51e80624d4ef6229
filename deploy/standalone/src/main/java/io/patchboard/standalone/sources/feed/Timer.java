package io.patchboard.standalone.sources.feed;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.seal.SealException;
import io.patchboard.client.seal.Sealer;
import io.patchboard.record.BoardRecord;
import io.patchboard.standalone.sources.Correlation;
import io.patchboard.standalone.sources.Due;
import io.patchboard.standalone.sources.Mapping;
import io.patchboard.standalone.sources.Overlaps;
import io.patchboard.standalone.sources.QuotaWatch;
import io.patchboard.standalone.sources.Schedule;
import io.patchboard.standalone.sources.SourceSpec;
import io.patchboard.standalone.sources.Timetable;
import io.patchboard.standalone.sources.UnavailableException;
import io.patchboard.standalone.sources.UnmappedException;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A schedule at work. Each second it writes what has become due since it looked last. Servers with the same schedule,
 * and one that starts again, may write the same: it has the same id, so that it counts once.
 */
final class Timer implements AtWork {

    private static final Logger LOG = LoggerFactory.getLogger(Timer.class);

    private final SourceSpec source;
    private final KafkaConnection connection;
    private final SourceMeters meters;
    private final PublishedBlueprints library;
    private final Sealer sealer;
    private final Written written;
    private final Mapping mapping;
    private final Timetable timetable;
    private final Overlaps overlaps;
    private final Optional<QuotaWatch> quota;
    private final KafkaProducer<byte[], byte[]> producer;
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private boolean ready;
    private String told = "";

    private Timer(SourceSpec source, Schedule schedule, Means means) {
        this.source = source;
        this.connection = means.connection();
        this.meters = means.meters();
        this.library = new PublishedBlueprints(connection);
        this.sealer = new Sealer(connection);
        this.written = new Written(connection.topics(), sealer::seal);
        this.mapping = new Mapping(source, library, new Correlation(means.boards(), InstantSource.system()));
        this.timetable = new Timetable(schedule, Clock.systemUTC());
        this.overlaps = new Overlaps(source.name(), schedule.overlap(), means.boards(), InstantSource.system());
        this.quota = QuotaWatch.of(source, means.boards(), InstantSource.system());
        this.producer = new KafkaProducer<>(
                connection.producerConfig(Map.of("client.id", "patchboard.source." + source.name())),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    static Timer start(SourceSpec source, Schedule schedule, Means means) {
        Timer timer = new Timer(source, schedule, means);
        timer.looks.scheduleWithFixedDelay(timer::look, 0, 1, TimeUnit.SECONDS);
        return timer;
    }

    private void look() {
        try {
            if (!ready) {
                NeededTopics.require(connection, Optional.empty());
                ready = true;
            }
            timetable.look(this::write);
            told = "";
        } catch (UnavailableException | KafkaException e) {
            tell(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("Expected source \"{}\" to go on, but it failed, and tries again.", source.name(), e);
        }
    }

    private void write(Due due) throws UnavailableException, InterruptedException {
        Optional<BoardRecord> made;
        try {
            made = mapping.map(due);
        } catch (UnmappedException e) {
            fail(due, e.place(), e.getMessage());
            return;
        }
        if (made.isPresent() && !overlaps.allow(due, made.get().boardId())) {
            made = Optional.empty();
        }
        if (made.isPresent()) {
            try {
                send(made.get());
                overlaps.made();
            } catch (SealException | RecordTooLargeException e) {
                fail(due, "", e.getMessage());
                return;
            }
        }
        meters.count(source.name(), made.map(Outcome::of).orElse(Outcome.SKIPPED));
    }

    private void send(BoardRecord made) throws UnavailableException, InterruptedException {
        if (quota.isPresent()) {
            quota.get().require(made.boardId());
        }
        ProducerRecord<byte[], byte[]> record = written.of(made);
        if (quota.isPresent()) {
            quota.get().take(made.boardId());
        }
        try {
            producer.send(record).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RecordTooLargeException tooLarge) {
                throw tooLarge;
            }
            throw new UnavailableException("Expected Kafka to take what is due, but: " + e.getCause(), e);
        }
    }

    private void fail(Due due, String place, String why) {
        LOG.error("Source \"{}\" makes nothing of {}, at {}: {}", source.name(), due.id(), place, why);
        meters.count(source.name(), Outcome.FAILED);
    }

    private void tell(String message) {
        if (!message.equals(told)) {
            told = message;
            LOG.warn("Source \"{}\" waits, and tries again: {}", source.name(), message);
        }
    }

    @Override
    public void close() {
        looks.shutdown();
        try {
            if (!looks.awaitTermination(1, TimeUnit.MINUTES)) {
                looks.shutdownNow();
            }
        } catch (InterruptedException e) {
            looks.shutdownNow();
            Thread.currentThread().interrupt();
        }
        producer.close();
        library.close();
        sealer.close();
    }
}
