package io.patchboard.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.ByteUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Records that are small on the wire and large in memory. They are written as a stream, so this test needs no memory
 * for them.
 */
final class BombTest {

    private static final int MB = 1024 * 1024;
    private static final short VERSION = 12;

    @TempDir
    private static Path dir;

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            KnownTopics.create(admin, List.of(new NewTopic("t", 1, (short) 1)));
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @ParameterizedTest
    @CsvSource({
        "ZSTD, 1, 700, MESSAGE_TOO_LARGE",
        "ZSTD, 1, 150, MESSAGE_TOO_LARGE",
        "GZIP, 1, 150, MESSAGE_TOO_LARGE",
        "LZ4, 1, 150, MESSAGE_TOO_LARGE",
        "ZSTD, 1, 17, MESSAGE_TOO_LARGE",
        "ZSTD, 1, 15, NONE",
        "ZSTD, 70, 1, MESSAGE_TOO_LARGE",
        "GZIP, 50, 1, NONE",
        "LZ4, 50, 1, NONE"
    })
    void produce_compressedZeros_isBoundedByWhatTheyAre(
            CompressionType codec, int records, int megabytes, Errors answer) throws Exception {
        ByteBuffer batch = batch(codec, records, megabytes * MB);

        assertThat(batch.remaining()).isLessThan(BrokerSettings.MAX_MESSAGE_BYTES);
        assertThat(produce(batch)).isEqualTo(answer);
    }

    private static ByteBuffer batch(CompressionType codec, int records, int valueBytes) throws IOException {
        ByteBufferOutputStream out = new ByteBufferOutputStream(MB);
        out.position(DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
        try (DataOutputStream compressed =
                new DataOutputStream(Compression.of(codec).build().wrapForOutput(out, RecordBatch.MAGIC_VALUE_V2))) {
            for (int i = 0; i < records; i++) {
                write(compressed, i, valueBytes);
            }
        }
        ByteBuffer buffer = out.buffer();
        int size = buffer.position();
        buffer.position(0);
        DefaultRecordBatch.writeHeader(
                buffer,
                0,
                records - 1,
                size,
                RecordBatch.MAGIC_VALUE_V2,
                codec,
                TimestampType.CREATE_TIME,
                System.currentTimeMillis(),
                System.currentTimeMillis(),
                RecordBatch.NO_PRODUCER_ID,
                RecordBatch.NO_PRODUCER_EPOCH,
                RecordBatch.NO_SEQUENCE,
                false,
                false,
                false,
                RecordBatch.NO_PARTITION_LEADER_EPOCH,
                records);
        buffer.position(0).limit(size);
        return buffer;
    }

    private static void write(DataOutputStream out, int offsetDelta, int valueBytes) throws IOException {
        byte[] key = "b".getBytes(StandardCharsets.UTF_8);
        int size = 1 + ByteUtils.sizeOfVarlong(0) + ByteUtils.sizeOfVarint(offsetDelta);
        size += ByteUtils.sizeOfVarint(key.length) + key.length + ByteUtils.sizeOfVarint(valueBytes) + valueBytes;
        size += ByteUtils.sizeOfVarint(0);
        ByteUtils.writeVarint(size, out);
        out.write(0); // attributes
        ByteUtils.writeVarlong(0, out); // of the timestamp
        ByteUtils.writeVarint(offsetDelta, out);
        ByteUtils.writeVarint(key.length, out);
        out.write(key);
        ByteUtils.writeVarint(valueBytes, out);
        byte[] zeros = new byte[MB];
        for (int left = valueBytes; left > 0; left -= MB) {
            out.write(zeros, 0, Math.min(left, MB));
        }
        ByteUtils.writeVarint(0, out); // headers
    }

    private static Errors produce(ByteBuffer batch) throws IOException {
        TopicProduceDataCollection topics = new TopicProduceDataCollection();
        topics.add(new TopicProduceData()
                .setName("t")
                .setPartitionData(List.of(
                        new PartitionProduceData().setIndex(0).setRecords(MemoryRecords.readableRecords(batch)))));
        ProduceRequest request = ProduceRequest.builder(new ProduceRequestData()
                        .setAcks((short) -1)
                        .setTimeoutMs(60_000)
                        .setTopicData(topics))
                .build(VERSION);
        ByteBuffer bytes = request.serializeWithHeader(new RequestHeader(ApiKeys.PRODUCE, VERSION, "bomb", 1));
        String[] address = broker.bootstrapServers().split(":");
        try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]));
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            OutputStream out = socket.getOutputStream();
            out.write(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.remaining()).array());
            out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            ByteBufferAccessor answer = new ByteBufferAccessor(ByteBuffer.wrap(in.readNBytes(in.readInt())));
            ResponseHeader.parse(answer.buffer(), ApiKeys.PRODUCE.responseHeaderVersion(VERSION));
            return ProduceResponse.parse(answer, VERSION)
                    .errorCounts()
                    .keySet()
                    .iterator()
                    .next();
        }
    }
}
