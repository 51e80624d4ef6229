package io.patchboard.bench.service;

import io.patchboard.bench.load.Proposals;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.CanonicalJson;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.kernel.stream.InputReader;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Topics;
import io.patchboard.registry.WriterSchemas;
import java.time.Instant;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes the logs of boards as the kernel decides them, but without a service around it: a million boards are there in
 * minutes.
 */
public final class WrittenLogs implements AutoCloseable {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private final InputReader inputs = new InputReader(new RecordDecoder(InputReader.LIMITS, WriterSchemas.none()));
    private final Decider decider =
            new Decider(Limits.DEFAULT, new Blueprints(), new InvocationIds(new byte[16]), queue -> true);
    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;
    private long written;

    public WrittenLogs(Rig rig, String prefix) {
        this.topic = new Topics(prefix).committed();
        this.producer = rig.producer(20);
    }

    /**
     * One board's log.
     *
     * @param entries its length
     */
    public void write(int number, int entries, Proposals proposals) {
        byte[] key = Proposals.key(number);
        SeenIds seen = new SeenIds();
        Board board = Board.absent(Proposals.boardId(number));
        for (int i = 0; i < entries; i++) {
            byte[] record = i == 0 ? proposals.create(number) : proposals.small(number, i);
            Decision decision =
                    decider.decide(board, inputs.read(i == 0, key, record, 0).input(), seen, TIME.plusMillis(i));
            board = decision.board();
            for (LogEntry entry : decision.entries()) {
                seen.remember(entry);
                producer.send(new ProducerRecord<>(topic, key, CanonicalJson.bytesInOrder(entry.toJson())));
                written++;
            }
        }
        if (board.version() != entries) {
            throw new IllegalStateException("Expected version " + entries + ", but got " + board.version());
        }
    }

    /** How many entries there are. */
    public long written() {
        return written;
    }

    @Override
    public void close() {
        producer.close();
    }
}
