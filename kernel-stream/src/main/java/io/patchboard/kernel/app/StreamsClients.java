package io.patchboard.kernel.app;

import io.patchboard.kernel.stream.CommitPace;
import io.patchboard.kernel.stream.KernelMeters;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * The clients that Kafka Streams works with: its own, but for what a producer makes of a time-out, and how long a
 * consumer waits.
 *
 * <p>Streams 4.3 answers a time-out of its producer by closing the task and using the same task again, which remembers
 * offsets from before. It then commits those, though it has not processed what lies before them, and records are
 * skipped. What it does for a producer that was fenced is sound: the transaction is aborted, all tasks of the thread
 * are made anew, and begin where the last transaction ended. So to Streams, a producer that was not answered is one
 * that was fenced. {@code docs/decisions/skipped-offsets.md} has the places.
 *
 * <p>How long Streams waits for input is one number, {@code poll.ms}. Here it is short where a {@linkplain CommitPace
 * commit} may be due meanwhile, and longer for a thread that has nothing to commit; input ends each wait.
 *
 * <p>Public so that what is compared with the kernel can run with the same.
 */
public final class StreamsClients extends DefaultKafkaClientSupplier {

    /** Timers may be late by as much. */
    private static final Duration IDLE_WAIT = Duration.ofMillis(50);

    private final CommitPace pace;
    private final KernelMeters meters;

    public StreamsClients(CommitPace pace, KernelMeters meters) {
        this.pace = pace;
        this.meters = meters;
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new FencedByTimeouts(config, pace, meters);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer()) {
            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                long asked = System.nanoTime();
                ConsumerRecords<byte[], byte[]> records =
                        super.poll(timeout.isZero() || pace.inTransaction() ? timeout : IDLE_WAIT);
                pace.handedOver(records.count(), System.nanoTime() - asked);
                return records;
            }
        };
    }

    static final class FencedByTimeouts extends KafkaProducer<byte[], byte[]> {

        private final CommitPace pace;
        private final KernelMeters meters;

        private FencedByTimeouts(Map<String, Object> config, CommitPace pace, KernelMeters meters) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
            this.pace = pace;
            this.meters = meters;
        }

        @Override
        public void initTransactions() {
            super.initTransactions();
            pace.ended();
        }

        @Override
        public void beginTransaction() {
            super.beginTransaction();
            pace.begun();
        }

        @Override
        public void abortTransaction() {
            super.abortTransaction();
            meters.aborted();
            pace.ended();
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            return super.send(
                    record,
                    (metadata, failure) -> callback.onCompletion(
                            metadata, failure instanceof RetriableException passing ? fenced(passing) : failure));
        }

        @Override
        public void sendOffsetsToTransaction(
                Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
            try {
                super.sendOffsetsToTransaction(offsets, group);
            } catch (RetriableException e) {
                throw fenced(e);
            }
        }

        @Override
        public void commitTransaction() {
            try {
                super.commitTransaction();
                pace.ended();
            } catch (RetriableException e) {
                throw fenced(e);
            }
        }

        private static InvalidProducerEpochException fenced(RetriableException cause) {
            InvalidProducerEpochException fenced =
                    new InvalidProducerEpochException("Kafka did not answer in time: " + cause.getMessage());
            fenced.initCause(cause);
            return fenced;
        }
    }
}
