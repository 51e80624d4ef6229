package io.patchboard.bench.load;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What is sent, and what becomes of it. Outcomes of one key come in the order of what was sent with it. */
public interface Load {

    /** @param number tells what a run sends apart */
    ProducerRecord<byte[], byte[]> next(int number);

    /** Whether a record is the outcome of something that was sent with the same key. */
    boolean isOutcome(ConsumerRecord<byte[], byte[]> seen);
}
