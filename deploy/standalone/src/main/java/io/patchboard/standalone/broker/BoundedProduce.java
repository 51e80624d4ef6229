package io.patchboard.standalone.broker;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Map;
import kafka.network.RequestChannel;
import kafka.server.ApiRequestHandler;
import kafka.server.KafkaRequestHandlerPool;
import kafka.server.KafkaRequestHandlerPoolFactory;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.utils.BufferSupplier;
import org.apache.kafka.common.utils.ByteUtils;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.common.RequestLocal;
import scala.Option;
import scala.reflect.ClassTag;

/**
 * Refuses records that are small only as long as they are compressed.
 *
 * <p>Kafka bounds a batch as it is sent, and a consumer makes a record of it before anybody can ask for its size: 70 KB
 * may be 700 MB of zeros, which end every process that reads them, again after each restart. So the sizes are read
 * here, before anything of the batch is kept, and without making the records: the size stands before each.
 */
final class BoundedProduce implements ApiRequestHandler {

    /** Of a record in its batch, uncompressed. */
    static final int MAX_RECORD_BYTES = BrokerSettings.MAX_MESSAGE_BYTES;

    /** Of all records of a batch. A Java producer that gets the refusal makes smaller ones by itself. */
    static final long MAX_BATCH_BYTES = 4L * MAX_RECORD_BYTES;

    private static final int LZ4_RATIO = 255;

    private final RequestChannel channel;
    private final ApiRequestHandler next;

    private BoundedProduce(RequestChannel channel, ApiRequestHandler next) {
        this.channel = channel;
        this.next = next;
    }

    /** Makes the threads that answer requests; clients produce to the broker's. */
    static KafkaRequestHandlerPoolFactory handlers() {
        return new KafkaRequestHandlerPoolFactory() {
            @Override
            public KafkaRequestHandlerPool createPool(
                    int nodeId, RequestChannel channel, ApiRequestHandler apis, Time time, int threads, String role) {
                ApiRequestHandler bounded = role.equals("broker") ? new BoundedProduce(channel, apis) : apis;
                return super.createPool(nodeId, channel, bounded, time, threads, role);
            }
        };
    }

    @Override
    public void handle(RequestChannel.Request request, RequestLocal local) {
        if (request.header().apiKey() == ApiKeys.PRODUCE) {
            ProduceRequest produce = request.body(ClassTag.apply(ProduceRequest.class));
            if (isTooLarge(produce, local.bufferSupplier())) {
                refuse(request, produce);
                return;
            }
        }
        next.handle(request, local);
    }

    @Override
    public void tryCompleteActions() {
        next.tryCompleteActions();
    }

    private void refuse(RequestChannel.Request request, ProduceRequest produce) {
        if (produce.acks() == 0) {
            // Who wants no answer learns of it by losing the connection, as with Kafka's own refusals.
            channel.closeConnection(request, Map.of(Errors.MESSAGE_TOO_LARGE, 1));
            return;
        }
        RecordTooLargeException why = new RecordTooLargeException("Expected records of at most " + MAX_RECORD_BYTES
                + " bytes, and batches of at most " + MAX_BATCH_BYTES + ", when they are uncompressed.");
        channel.sendResponse(request, produce.getErrorResponse(0, why), Option.empty());
    }

    private static boolean isTooLarge(ProduceRequest produce, BufferSupplier buffers) {
        for (TopicProduceData topic : produce.data().topicData()) {
            for (PartitionProduceData partition : topic.partitionData()) {
                if (partition.records() instanceof MemoryRecords records && isTooLarge(records, buffers)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isTooLarge(MemoryRecords records, BufferSupplier buffers) {
        for (RecordBatch batch : records.batches()) {
            if (batch instanceof DefaultRecordBatch compressed
                    && mayExpand(compressed)
                    && isTooLarge(compressed, buffers)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it may be too large, by its codec; the batches of the kernel's own producers are not. */
    private static boolean mayExpand(DefaultRecordBatch batch) {
        return switch (batch.compressionType()) {
            case NONE -> false;
            case LZ4, SNAPPY -> (long) batch.sizeInBytes() * LZ4_RATIO > MAX_RECORD_BYTES;
            case GZIP, ZSTD -> true;
        };
    }

    /**
     * Reads on only as long as it is not. What cannot be read is left to Kafka, which refuses it with its own reason.
     */
    private static boolean isTooLarge(DefaultRecordBatch batch, BufferSupplier buffers) {
        long total = 0;
        try (DataInputStream in = new DataInputStream(batch.recordInputStream(buffers))) {
            for (int left = batch.countOrNull(); left > 0; left--) {
                int size = ByteUtils.readVarint(in);
                total += size;
                if (size > MAX_RECORD_BYTES || total > MAX_BATCH_BYTES) {
                    return true;
                }
                in.skipNBytes(size);
            }
            return false;
        } catch (IOException | KafkaException | IllegalArgumentException e) {
            return false;
        }
    }
}
