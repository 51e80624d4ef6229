package io.patchboard.kernel.app;

import io.patchboard.encoding.Encoding;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Configuration of one kernel instance.
 *
 * @param prefix of all topics; also in the application id, so that two PatchBoards can share a cluster
 * @param queues that invocations may go to; empty for any, in which case topics are made when a blueprint first names
 *     them. Name them on a shared cluster, where whoever creates a board should not be able to create topics.
 * @param mostQueues that there may be for topics to be made on demand: whoever may create boards may name queues, and a
 *     cluster bears only so many topics
 * @param stateDir for stores; what is in it can be rebuilt from Kafka, only more slowly
 * @param secret keys the invocation ids; the same for all instances, at least 16 bytes
 * @param partitions of topics that do not exist yet; boards are spread over them, and it cannot be changed later
 * @param replication of topics that do not exist yet; absent for the broker's default
 * @param threads that decide; more than there are partitions are idle
 * @param registry where Avro schemas are registered, for reading and writing the Confluent wire format
 * @param outputs encoding of what the kernel writes; absent for the Confluent wire format where there is a registry,
 *     and JSON where there is none
 * @param cacheBytes of heap that boards may take which are kept as objects, for all tasks together
 * @param clientProperties for every Kafka client, for instance TLS and SASL; they are stronger than the defaults here
 */
public record KernelConfig(
        String bootstrapServers,
        String prefix,
        Set<String> queues,
        int mostQueues,
        Path stateDir,
        byte[] secret,
        int partitions,
        Optional<Integer> replication,
        int threads,
        Optional<RegistryConfig> registry,
        Optional<Encoding> outputs,
        Limits limits,
        long cacheBytes,
        Map<String, String> clientProperties) {

    private static final int DEFAULT_THREADS = 2;
    private static final int DEFAULT_MOST_QUEUES = 100;

    /**
     * The part of the heap that boards get: a quarter. The rest is for what is on its way: a record of the largest size
     * is in memory about six times while it is decided, in each thread, and consumers and producers hold up to 100 MB.
     * Boards that are nothing but small numbers take 2.4 times what they are estimated to, which then still is less
     * than two thirds.
     */
    private static final int CACHE_DIVISOR = 4;

    /** The defaults: any queue, four partitions, two threads, JSON. */
    public static Builder builder(String bootstrapServers, Path stateDir, byte[] secret) {
        return new Builder(bootstrapServers, stateDir, secret);
    }

    Topics topics() {
        return new Topics(prefix);
    }

    /** Shows everything but the secret and the client properties, which may hold passwords. */
    @Override
    public String toString() {
        return "KernelConfig[" + bootstrapServers + ", prefix=" + prefix + ", queues=" + queues + ", stateDir="
                + stateDir + ", partitions=" + partitions + ", threads=" + threads + "]";
    }

    /** Collects what differs from the defaults. */
    public static final class Builder {

        private final String bootstrapServers;
        private final Path stateDir;
        private final byte[] secret;
        private String prefix = Topics.DEFAULT_PREFIX;
        private Set<String> queues = Set.of();
        private int mostQueues = DEFAULT_MOST_QUEUES;
        private int partitions = 4;
        private Optional<Integer> replication = Optional.empty();
        private Optional<RegistryConfig> registry = Optional.empty();
        private Optional<Encoding> outputs = Optional.empty();
        private long cacheBytes = Runtime.getRuntime().maxMemory() / CACHE_DIVISOR;
        private Map<String, String> clientProperties = Map.of();

        private Builder(String bootstrapServers, Path stateDir, byte[] secret) {
            this.bootstrapServers = bootstrapServers;
            this.stateDir = stateDir;
            this.secret = secret.clone();
        }

        public Builder prefix(String newPrefix) {
            prefix = newPrefix;
            return this;
        }

        public Builder queues(Set<String> newQueues) {
            queues = Set.copyOf(newQueues);
            return this;
        }

        public Builder mostQueues(int most) {
            mostQueues = most;
            return this;
        }

        public Builder partitions(int newPartitions) {
            partitions = newPartitions;
            return this;
        }

        public Builder replication(int newReplication) {
            replication = Optional.of(newReplication);
            return this;
        }

        public Builder registry(RegistryConfig newRegistry) {
            registry = Optional.of(newRegistry);
            return this;
        }

        public Builder outputs(Encoding encoding) {
            outputs = Optional.of(encoding);
            return this;
        }

        public Builder cacheBytes(long bytes) {
            cacheBytes = bytes;
            return this;
        }

        public Builder clientProperties(Map<String, String> properties) {
            clientProperties = Map.copyOf(properties);
            return this;
        }

        public KernelConfig build() {
            return new KernelConfig(
                    bootstrapServers,
                    prefix,
                    queues,
                    mostQueues,
                    stateDir,
                    secret,
                    partitions,
                    replication,
                    DEFAULT_THREADS,
                    registry,
                    outputs,
                    Limits.DEFAULT,
                    cacheBytes,
                    clientProperties);
        }
    }
}
