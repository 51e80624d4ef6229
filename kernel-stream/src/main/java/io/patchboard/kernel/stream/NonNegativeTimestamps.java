package io.patchboard.kernel.stream;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Takes the record's time; a record without one happened no later than what came before it. Streams would stop on it.
 */
final class NonNegativeTimestamps implements TimestampExtractor {

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return record.timestamp() >= 0 ? record.timestamp() : Math.max(partitionTime, 0);
    }
}
