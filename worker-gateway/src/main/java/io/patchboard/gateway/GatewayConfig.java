package io.patchboard.gateway;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.source.InvocationDecoder;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.gateway.submit.ProposalEncoder;
import io.patchboard.json.JsonLimits;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Everything that a gateway can be told.
 *
 * @param bootstrapServers {@code host:port}, separated by commas
 * @param topicPrefix of every topic; {@code patchboard.} by default
 * @param groupId gateways of one group share the work; {@code patchboard-gateway} by default
 * @param source how invocations are taken; {@code AUTO} by default
 * @param queues whose invocations are read; none (the default) stands for all, also those created later
 * @param workers what serves each worker, by the worker's name in blueprints
 * @param maxInFlight invocations of one worker that are worked on at once, at most, unless its binding names a number;
 *     64 by default. Each worker has as many for itself
 * @param maxParked invocations, of all workers together, that are taken and wait for their worker to have room; 1,000
 *     by default, and fewer where their records take a part of the heap. When so many wait for slow workers, quick ones
 *     wait too
 * @param clientProperties Kafka client settings (security, for instance) that replace those chosen by the gateway; they
 *     go to the consumer and to the producer
 * @param drainGrace how long {@link Gateway#close} waits for what is under way; 5 s by default
 * @param callbacks where workers that answer later may do so; nowhere by default
 * @param decoder reads invocations; JSON by default
 * @param encoder writes proposals; JSON by default
 */
public record GatewayConfig(
        String bootstrapServers,
        String topicPrefix,
        String groupId,
        SourceKind source,
        List<String> queues,
        Map<String, WorkerBinding> workers,
        int maxInFlight,
        int maxParked,
        Map<String, String> clientProperties,
        Duration drainGrace,
        Callbacks callbacks,
        InvocationDecoder decoder,
        ProposalEncoder encoder) {

    static final int DEFAULT_IN_FLIGHT = 64;
    static final int DEFAULT_PARKED = 1_000;
    static final int DEFAULT_DRAIN_SECONDS = 5;

    /** @throws IllegalArgumentException with every error, one on each line */
    public GatewayConfig {
        queues = List.copyOf(queues);
        workers = Map.copyOf(workers);
        clientProperties = Map.copyOf(clientProperties);
        List<String> problems = new ArrayList<>();
        if (bootstrapServers.isBlank()) {
            problems.add("Expected bootstrap servers as host:port, but got nothing.");
        }
        if (groupId.isBlank()) {
            problems.add("Expected the name of a group, but got nothing.");
        }
        if (maxInFlight < 1) {
            problems.add("Expected at least 1 invocation in flight, but got " + maxInFlight + ".");
        }
        if (maxParked < 1) {
            problems.add("Expected at least 1 invocation to be parked, but got " + maxParked + ".");
        }
        if (drainGrace.isNegative()) {
            problems.add("Expected a grace of 0 or more for draining, but got " + drainGrace + ".");
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join(System.lineSeparator(), problems));
        }
    }

    public static Builder builder(String bootstrapServers, Map<String, WorkerBinding> workers) {
        return new Builder(bootstrapServers, workers);
    }

    /** What Kafka's clients are told of {@link #clientProperties}. */
    Map<String, String> kafkaProperties() {
        return RegistryConfig.withoutRegistry(clientProperties);
    }

    String proposalsTopic() {
        return new Topics(topicPrefix).proposals();
    }

    /** Starts from the defaults. */
    public static final class Builder {

        private final String bootstrapServers;
        private final Map<String, WorkerBinding> workers;
        private String topicPrefix = Topics.DEFAULT_PREFIX;
        private String groupId = WorkersFile.DEFAULT_GROUP;
        private SourceKind source = SourceKind.AUTO;
        private List<String> queues = List.of();
        private int maxInFlight = DEFAULT_IN_FLIGHT;
        private int maxParked = DEFAULT_PARKED;
        private Map<String, String> clientProperties = Map.of();
        private Duration drainGrace = Duration.ofSeconds(DEFAULT_DRAIN_SECONDS);
        private Callbacks callbacks = Callbacks.none();
        private InvocationDecoder decoder =
                InvocationDecoder.of(RecordDecoder.insistingOnRegistry(JsonLimits.DEFAULT, Map.of()));
        private ProposalEncoder encoder = ProposalEncoder.json();

        private Builder(String bootstrapServers, Map<String, WorkerBinding> workers) {
            this.bootstrapServers = bootstrapServers;
            this.workers = workers;
        }

        public Builder topicPrefix(String prefix) {
            topicPrefix = prefix;
            return this;
        }

        public Builder groupId(String group) {
            groupId = group;
            return this;
        }

        public Builder source(SourceKind kind) {
            source = kind;
            return this;
        }

        public Builder queues(List<String> names) {
            queues = names;
            return this;
        }

        public Builder maxInFlight(int invocations) {
            maxInFlight = invocations;
            return this;
        }

        public Builder maxParked(int invocations) {
            maxParked = invocations;
            return this;
        }

        /** With {@code schema.registry.url} among them, invocations are also read in the Confluent wire format. */
        public Builder clientProperties(Map<String, String> properties) {
            clientProperties = properties;
            decoder = InvocationDecoder.of(RecordDecoder.insistingOnRegistry(JsonLimits.DEFAULT, properties));
            return this;
        }

        public Builder drainGrace(Duration grace) {
            drainGrace = grace;
            return this;
        }

        public Builder callbacks(Callbacks places) {
            callbacks = places;
            return this;
        }

        public Builder codec(InvocationDecoder invocations, ProposalEncoder proposals) {
            decoder = invocations;
            encoder = proposals;
            return this;
        }

        /** @throws IllegalArgumentException with every error, one on each line */
        public GatewayConfig build() {
            return new GatewayConfig(
                    bootstrapServers,
                    topicPrefix,
                    groupId,
                    source,
                    queues,
                    workers,
                    maxInFlight,
                    maxParked,
                    clientProperties,
                    drainGrace,
                    callbacks,
                    decoder,
                    encoder);
        }
    }
}
