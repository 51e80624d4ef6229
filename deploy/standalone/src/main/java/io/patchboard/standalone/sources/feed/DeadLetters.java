package io.patchboard.standalone.sources.feed;

import io.patchboard.record.ContractLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * An event of which nothing can be made, as it came: key, value and headers, and in headers of its own why and where.
 */
record DeadLetters(String topic, String source) {

    static final String REASON = "patchboard-reason";
    static final String PLACE = "patchboard-place";
    static final String SOURCE = "patchboard-source";
    static final String TOPIC = "patchboard-topic";
    static final String PARTITION = "patchboard-partition";
    static final String OFFSET = "patchboard-offset";

    /** How many bytes the value had, where it was too large to be kept whole. */
    static final String CUT = "patchboard-cut";

    /** Room for key and headers in the largest record that the topic takes. */
    private static final int MOST_BYTES = ContractLimits.MAX_RECORD_BYTES / 2;

    /** @param place JSON Pointer into the file of sources; empty where the event itself cannot be read */
    ProducerRecord<byte[], byte[]> of(ConsumerRecord<byte[], byte[]> event, String reason, String place) {
        List<Header> headers = new ArrayList<>(Arrays.asList(event.headers().toArray()));
        headers.add(header(REASON, reason));
        if (!place.isEmpty()) {
            headers.add(header(PLACE, place));
        }
        headers.add(header(SOURCE, source));
        headers.add(header(TOPIC, event.topic()));
        headers.add(header(PARTITION, Integer.toString(event.partition())));
        headers.add(header(OFFSET, Long.toString(event.offset())));
        byte[] value = event.value();
        if (value != null && value.length > MOST_BYTES) {
            headers.add(header(CUT, Integer.toString(value.length)));
            value = Arrays.copyOf(value, MOST_BYTES);
        }
        return new ProducerRecord<>(topic, null, event.key(), value, headers);
    }

    private static Header header(String name, String text) {
        return new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8));
    }
}
