package io.patchboard.kernel.stream;

import io.patchboard.record.Partitioning;

/**
 * Which partition a board belongs to.
 *
 * <p>Clients of Kafka do not agree on it: Java's hash a key with murmur2, those on librdkafka (Python, Go, .NET, kcat)
 * with CRC-32. A board whose records were spread over two partitions would be two boards with one name. So a record
 * that is not where Java's clients would put it goes back onto its topic under the right partition, in the same
 * transaction, and is decided there. It costs that record one more hop, and keeps the order of its sender.
 */
final class Routing {

    private Routing() {}

    static boolean isStray(byte[] key, int partition, int partitions) {
        return BoardKeys.boardId(key).isPresent() && Partitioning.partition(key, partitions) != partition;
    }

    /**
     * A batch that was compressed may hold a record that is too large to be written again. It is too large to be
     * decided as well, so it is rejected where it is.
     */
    static boolean isForwardable(byte[] value) {
        return value == null || value.length <= RecordSizes.MAX_VALUE_BYTES;
    }
}
