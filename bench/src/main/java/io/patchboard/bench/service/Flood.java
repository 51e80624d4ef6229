package io.patchboard.bench.service;

import io.patchboard.bench.load.Proposals;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Proposals to one side without an end, as fast as Kafka takes them. */
public final class Flood implements AutoCloseable {

    private static final String CLIENT = "flood";

    private final Side side;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Thread thread;
    private final AtomicLong sent = new AtomicLong();
    private volatile boolean over;

    private Flood(Rig rig, Side side, int boards, Side.RecordMaker records) {
        this.side = side;
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        rig.bootstrap(),
                        ProducerConfig.CLIENT_ID_CONFIG,
                        CLIENT,
                        ProducerConfig.LINGER_MS_CONFIG,
                        5,
                        ProducerConfig.BUFFER_MEMORY_CONFIG,
                        8L * 1024 * 1024,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        Long.toString(Duration.ofHours(1).toMillis())),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.thread = Thread.ofPlatform().daemon().name("bench-flood").unstarted(() -> run(boards, records));
    }

    /** @param quota bytes a second that Kafka takes of it; as much as it can where absent */
    public static Flood start(Rig rig, Side side, int boards, Side.RecordMaker records, OptionalDouble quota) {
        Map<String, String> who = new HashMap<>(Map.of(ClientQuotaEntity.CLIENT_ID, CLIENT));
        Double most = quota.isPresent() ? quota.getAsDouble() : null;
        try {
            rig.admin()
                    .alterClientQuotas(List.of(new ClientQuotaAlteration(
                            new ClientQuotaEntity(who),
                            List.of(new ClientQuotaAlteration.Op("producer_byte_rate", most)))))
                    .all()
                    .get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("Expected to set a quota, but: " + e.getMessage(), e);
        }
        Flood flood = new Flood(rig, side, boards, records);
        flood.thread.start();
        return flood;
    }

    private void run(int boards, Side.RecordMaker records) {
        try {
            for (int i = 0; !over; i++) {
                int board = i % boards;
                producer.send(
                        new ProducerRecord<>(side.inputs(), Proposals.key(board), records.make(board, i)),
                        (metadata, failure) -> {
                            if (failure == null) {
                                sent.incrementAndGet();
                            }
                        });
            }
        } catch (KafkaException | IllegalStateException e) {
            if (!over) {
                throw e;
            }
        }
    }

    /** Proposals that Kafka has. */
    public long sent() {
        return sent.get();
    }

    @Override
    public void close() {
        over = true;
        producer.close(Duration.ZERO);
    }
}
