package io.patchboard.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.source.InvocationDecoder;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.json.JsonLimits;
import io.patchboard.sign.Signer;
import io.patchboard.tracing.Tracing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Everything that a gateway can be told.
 *
 * @param connection the cluster, and what its topics begin with; its properties replace those chosen by the gateway, in
 *     the consumer and in the producer
 * @param groupId gateways of one group share the work; {@code patchboard-gateway} by default
 * @param source how invocations are taken; {@code AUTO} by default
 * @param queues whose invocations are read; none (the default) stands for all, also those created later
 * @param workers what serves each worker, by the worker's name in blueprints
 * @param signers who signs what a worker answers, by the worker's name; nobody by default
 * @param maxInFlight invocations of one worker that are worked on at once, at most, unless its binding names a number;
 *     64 by default. Each worker has as many for itself
 * @param maxParked invocations, of all workers together, that are taken and wait for their worker to have room; 1,000
 *     by default, and fewer where their records take a part of the heap. When so many wait for slow workers, quick ones
 *     wait too
 * @param drainGrace how long {@link Gateway#close} waits for what is under way; 5 s by default
 * @param callbacks where workers that answer later may do so; nowhere by default
 * @param decoder reads invocations, with the Schema Registry that the connection's properties name, if they do
 * @param meters where to count, see {@code docs/metrics.md}; nowhere by default
 * @param tracing makes spans, see {@code docs/tracing.md}, and is closed by its owner; off by default
 */
public record GatewayConfig(
        KafkaConnection connection,
        String groupId,
        SourceKind source,
        List<String> queues,
        Map<String, WorkerBinding> workers,
        Map<String, Signer> signers,
        int maxInFlight,
        int maxParked,
        Duration drainGrace,
        Callbacks callbacks,
        InvocationDecoder decoder,
        MeterRegistry meters,
        Tracing tracing) {

    static final int DEFAULT_IN_FLIGHT = 64;
    /** Public so that what is compared with a gateway can take as many. */
    public static final int DEFAULT_PARKED = 1_000;

    static final Duration DEFAULT_DRAIN = Duration.ofSeconds(5);

    /** @throws IllegalArgumentException with every error, one on each line */
    public GatewayConfig {
        queues = List.copyOf(queues);
        workers = Map.copyOf(workers);
        signers = Map.copyOf(signers);
        List<String> problems = new ArrayList<>();
        if (connection.bootstrapServers().isBlank()) {
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

    public static Builder builder(KafkaConnection connection, Map<String, WorkerBinding> workers) {
        return new Builder(connection, workers);
    }

    /** Starts from the defaults. */
    public static final class Builder {

        private final KafkaConnection connection;
        private final Map<String, WorkerBinding> workers;
        private Map<String, Signer> signers = Map.of();
        private String groupId = WorkersFile.DEFAULT_GROUP;
        private SourceKind source = SourceKind.AUTO;
        private List<String> queues = List.of();
        private int maxInFlight = DEFAULT_IN_FLIGHT;
        private int maxParked = DEFAULT_PARKED;
        private Duration drainGrace = DEFAULT_DRAIN;
        private Callbacks callbacks = Callbacks.none();
        private final InvocationDecoder decoder;
        private MeterRegistry meters = new CompositeMeterRegistry();
        private Tracing tracing = Tracing.off();

        private Builder(KafkaConnection connection, Map<String, WorkerBinding> workers) {
            this.connection = connection;
            this.workers = workers;
            this.decoder = InvocationDecoder.of(
                    RecordDecoder.insistingOnRegistry(JsonLimits.DEFAULT, connection.properties()));
        }

        public Builder signers(Map<String, Signer> byWorker) {
            signers = byWorker;
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

        public Builder drainGrace(Duration grace) {
            drainGrace = grace;
            return this;
        }

        public Builder callbacks(Callbacks places) {
            callbacks = places;
            return this;
        }

        public Builder meters(MeterRegistry registry) {
            meters = registry;
            return this;
        }

        public Builder tracing(Tracing traces) {
            tracing = traces;
            return this;
        }

        /** @throws IllegalArgumentException with every error, one on each line */
        public GatewayConfig build() {
            return new GatewayConfig(
                    connection,
                    groupId,
                    source,
                    queues,
                    workers,
                    signers,
                    maxInFlight,
                    maxParked,
                    drainGrace,
                    callbacks,
                    decoder,
                    meters,
                    tracing);
        }
    }
}
