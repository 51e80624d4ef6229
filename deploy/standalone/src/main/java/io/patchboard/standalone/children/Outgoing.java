package io.patchboard.standalone.children;

import io.patchboard.client.seal.SealException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.Command;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** Records as they stand in Kafka, with what is to be sealed sealed; in place of one that cannot be sent, why. */
final class Outgoing {

    private final Topics topics;
    private final Sealing sealing;

    /** Makes the JSON form of a record. */
    @FunctionalInterface
    interface Sealing {

        /**
         * Seals what is marked.
         *
         * @throws SealException if that cannot be, or something is plain that is to be sealed
         * @throws org.apache.kafka.common.KafkaException if the keys cannot be written
         */
        Json seal(BoardRecord record);
    }

    Outgoing(Topics topics, Sealing sealing) {
        this.topics = topics;
        this.sealing = sealing;
    }

    /** @throws org.apache.kafka.common.KafkaException if the keys of what is sealed cannot be written for now */
    ProducerRecord<byte[], byte[]> of(BoardRecord record) {
        Json sealed;
        try {
            sealed = sealing.seal(record);
        } catch (SealException e) {
            return of(Answers.instead(record, "For " + what(record) + ": " + e.getMessage()));
        } catch (TopicAuthorizationException e) {
            return of(Answers.instead(
                    record,
                    "Expected who makes boards to be allowed to write " + e.unauthorizedTopics() + ", since "
                            + what(record) + " has values to be sealed, but it is not. \"patchboard acl --for sealer\""
                            + " prints what it needs."));
        }
        byte[] key = record.boardId().getBytes(StandardCharsets.UTF_8);
        byte[] value = JsonWriter.compactBytes(sealed);
        int bytes = key.length + value.length;
        if (bytes > ContractLimits.MAX_RECORD_BYTES) {
            return of(Answers.instead(
                    record,
                    "Expected a record of at most " + ContractLimits.MAX_RECORD_BYTES + " bytes for " + what(record)
                            + ", but it has " + bytes + "."));
        }
        return new ProducerRecord<>(record instanceof Command ? topics.commands() : topics.proposals(), key, value);
    }

    private static String what(BoardRecord record) {
        return record instanceof CreateBoard create ? "board " + create.boardId() : "the board's result";
    }
}
