package io.patchboard.standalone.sources.feed;

import io.patchboard.client.seal.SealException;
import io.patchboard.client.seal.Sealer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.Command;
import io.patchboard.record.Topics;
import io.patchboard.standalone.sources.UnavailableException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** What a source has made, as it stands in Kafka: sealed, where something is to be. */
final class Written {

    private final Topics topics;
    private final Sealing sealing;

    /** {@link Sealer#seal(BoardRecord)}. */
    @FunctionalInterface
    interface Sealing {
        Json seal(BoardRecord made);
    }

    Written(Topics topics, Sealing sealing) {
        this.topics = topics;
        this.sealing = sealing;
    }

    /**
     * The record that is to be sent.
     *
     * @throws SealException if it cannot be sealed as it is to be, now or later
     * @throws UnavailableException if the keys cannot be written for now
     */
    ProducerRecord<byte[], byte[]> of(BoardRecord made) throws UnavailableException {
        Sealer.check(made);
        return new ProducerRecord<>(
                made instanceof Command ? topics.commands() : topics.proposals(),
                made.boardId().getBytes(StandardCharsets.UTF_8),
                JsonWriter.compactBytes(sealed(made)));
    }

    private Json sealed(BoardRecord made) throws UnavailableException {
        try {
            return sealing.seal(made);
        } catch (KafkaException e) {
            throw new UnavailableException(
                    "Expected the keys of what is sealed to be written (\"patchboard acl --for sealer\" prints the"
                            + " rights that takes), but: " + e.getMessage(),
                    e);
        }
    }
}
