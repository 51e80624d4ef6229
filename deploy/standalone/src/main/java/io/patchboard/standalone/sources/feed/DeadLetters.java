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

    /** How many bytes the event had, where it was too large to be kept whole. */
    static final String CUT = "patchboard-cut";

    /** Of its key and headers together; they are left out where there are more. */
    private static final int MOST_BESIDE_BYTES = ContractLimits.MAX_RECORD_BYTES / 4;

    private static final int MOST_VALUE_BYTES = ContractLimits.MAX_RECORD_BYTES / 2;

    /** Of a header or record beside what is in it, as Kafka writes it, and more. */
    private static final int FRAME_BYTES = 32;

    private static final byte[] NOTHING = {};

    /** @param place JSON Pointer into the file of sources; empty where the event itself cannot be read */
    ProducerRecord<byte[], byte[]> of(ConsumerRecord<byte[], byte[]> event, String reason, String place) {
        byte[] value = event.value() == null ? NOTHING : event.value();
        long beside = beside(event);
        boolean whole = beside <= MOST_BESIDE_BYTES;
        List<Header> headers =
                new ArrayList<>(whole ? Arrays.asList(event.headers().toArray()) : List.of());
        headers.add(header(REASON, reason));
        if (!place.isEmpty()) {
            headers.add(header(PLACE, place));
        }
        headers.add(header(SOURCE, source));
        headers.add(header(TOPIC, event.topic()));
        headers.add(header(PARTITION, Integer.toString(event.partition())));
        headers.add(header(OFFSET, Long.toString(event.offset())));
        if (!whole || value.length > MOST_VALUE_BYTES) {
            headers.add(header(CUT, Long.toString(beside + value.length)));
        }
        return new ProducerRecord<>(
                topic,
                null,
                whole ? event.key() : null,
                value.length > MOST_VALUE_BYTES ? Arrays.copyOf(value, MOST_VALUE_BYTES) : event.value(),
                headers);
    }

    /** What the key and the headers take. */
    private static long beside(ConsumerRecord<byte[], byte[]> event) {
        long bytes = event.key() == null ? 0 : event.key().length;
        for (Header header : event.headers()) {
            // Of a character in UTF-8 three bytes at most.
            bytes += FRAME_BYTES + 3L * header.key().length() + (header.value() == null ? 0 : header.value().length);
        }
        return bytes;
    }

    private static Header header(String name, String text) {
        return new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8));
    }
}
