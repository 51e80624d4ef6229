package io.patchboard.standalone.sources.feed;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.Command;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What a source has made, as it stands in Kafka. */
final class Written {

    private Written() {}

    static ProducerRecord<byte[], byte[]> of(BoardRecord made, Topics topics) {
        return new ProducerRecord<>(
                made instanceof Command ? topics.commands() : topics.proposals(),
                made.boardId().getBytes(StandardCharsets.UTF_8),
                RecordEncoder.json().encode(made));
    }
}
