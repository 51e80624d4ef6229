package io.patchboard.encoding;

import java.util.Optional;

/** How a record is written. A reader tells the encodings apart by the first byte, so they may share a topic. */
public enum Encoding {
    /** One JSON object in UTF-8, from the first byte on: no white space and no byte order mark before it. */
    JSON,
    /**
     * Avro single-object encoding: {@code C3 01}, the schema's CRC-64-AVRO fingerprint, little-endian, then the data.
     */
    AVRO,
    /** {@code 00}, a Schema Registry's id in four bytes, big-endian, then Avro or JSON as the registered schema is. */
    CONFLUENT;

    /** The encoding that the first byte announces; empty for any other byte, and where there is none. */
    public static Optional<Encoding> detect(byte[] bytes) {
        if (bytes.length == 0) {
            return Optional.empty();
        }
        return switch (bytes[0]) {
            case '{' -> Optional.of(JSON);
            case AvroFormat.MAGIC_0 -> Optional.of(AVRO);
            case AvroFormat.CONFLUENT_MAGIC -> Optional.of(CONFLUENT);
            default -> Optional.empty();
        };
    }
}
