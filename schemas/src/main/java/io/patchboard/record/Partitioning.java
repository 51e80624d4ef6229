package io.patchboard.record;

/**
 * Which partition of a topic the records of a board are in: the one that Kafka's Java clients choose for its key, by
 * the hash murmur2.
 */
public final class Partitioning {

    private static final int SEED = 0x9747b28c;
    private static final int MULTIPLIER = 0x5bd1e995;
    private static final int SHIFT = 24;

    private Partitioning() {}

    /**
     * The partition of a key.
     *
     * @param partitions how many the topic has; at least one
     */
    public static int partition(byte[] key, int partitions) {
        return (murmur2(key) & Integer.MAX_VALUE) % partitions;
    }

    private static int murmur2(byte[] data) {
        int hash = SEED ^ data.length;
        int whole = data.length - data.length % Integer.BYTES;
        for (int i = 0; i < whole; i += Integer.BYTES) {
            int word = octet(data, i) | octet(data, i + 1) << 8 | octet(data, i + 2) << 16 | octet(data, i + 3) << 24;
            word *= MULTIPLIER;
            word ^= word >>> SHIFT;
            hash = hash * MULTIPLIER ^ word * MULTIPLIER;
        }
        if (whole < data.length) {
            for (int i = whole; i < data.length; i++) {
                hash ^= octet(data, i) << Byte.SIZE * (i - whole);
            }
            hash *= MULTIPLIER;
        }
        hash ^= hash >>> 13;
        hash *= MULTIPLIER;
        return hash ^ hash >>> 15;
    }

    private static int octet(byte[] data, int at) {
        return Byte.toUnsignedInt(data[at]);
    }
}
