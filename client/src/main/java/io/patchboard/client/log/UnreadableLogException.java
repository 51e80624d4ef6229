package io.patchboard.client.log;

import io.patchboard.registry.RegistryConfig;
import org.apache.kafka.common.KafkaException;

/** Something besides Kafka keeps a log from being read. The message is a whole sentence. */
public final class UnreadableLogException extends KafkaException {

    private static final long serialVersionUID = 1L;

    public UnreadableLogException(String message) {
        super(message);
    }

    /** @param place of the record, as {@code patchboard.committed-3@17} */
    public static UnreadableLogException withoutRegistry(String boardId, String place) {
        return new UnreadableLogException("The log of board \"" + boardId + "\" cannot be read: its record at " + place
                + " was written with a Schema Registry, and " + RegistryConfig.URL_PROPERTY
                + " is not among the settings. Name it in a file of --config.");
    }

    UnreadableLogException(String message, Throwable cause) {
        super(message, cause);
    }
}
