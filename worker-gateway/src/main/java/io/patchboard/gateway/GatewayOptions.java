package io.patchboard.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.blob.BlobStores;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.text.FileTrouble;
import io.patchboard.tracing.Tracing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Mixin of every command that runs a gateway; the cluster is for the command to say. */
public final class GatewayOptions {

    /** As of {@code up}, unless it is told otherwise. */
    private static final long BLOB_BYTES = 100L * 1024 * 1024;

    private static final long ALL_BLOB_BYTES = 10L * 1024 * 1024 * 1024;

    @Option(
            names = "--workers",
            paramLabel = "FILE",
            description = "What serves each worker. Needed unless --http-port is given.")
    private Optional<Path> workers = Optional.empty();

    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "Gateways of one group share the work, and must serve the same workers."
                    + " Default: group of the workers file, else one that follows from its text.")
    private Optional<String> group = Optional.empty();

    @Option(
            names = "--queue",
            paramLabel = "NAME",
            description = "Read this queue; may be repeated. Default: all, also those created later.")
    private List<String> queues = List.of();

    @Option(
            names = "--source",
            paramLabel = "SOURCE",
            description = "How invocations are taken: auto (the default), share, consumer or classic.")
    private Optional<String> source = Optional.empty();

    @Option(
            names = "--max-in-flight",
            paramLabel = "N",
            description = "Invocations of one worker that are worked on at once, unless its entry says otherwise."
                    + " Default: " + GatewayConfig.DEFAULT_IN_FLIGHT)
    private int maxInFlight = GatewayConfig.DEFAULT_IN_FLIGHT;

    @Option(
            names = "--max-parked",
            paramLabel = "N",
            description = "Invocations, of all workers together, that wait here for their worker. Default: "
                    + GatewayConfig.DEFAULT_PARKED)
    private int maxParked = GatewayConfig.DEFAULT_PARKED;

    @Option(
            names = "--drain",
            paramLabel = "DURATION",
            description = "How long a stop waits for what is being worked on, such as 30s. Default: 5s")
    private Duration drain = GatewayConfig.DEFAULT_DRAIN;

    @Option(
            names = "--property",
            paramLabel = "KEY=VALUE",
            description = "One setting of the Kafka clients; may be repeated, and replaces that of --config.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(
            names = "--blobs",
            paramLabel = "DIR",
            description =
                    "Where the blobs of boards are, such as a directory that up shares, or s3://BUCKET/PREFIX. Programs get files of"
                            + " them, models that see get images, and with --http-port they are served. Default: nobody gets any")
    private Optional<String> blobs = Optional.empty();

    @Mixin
    private HttpOptions http;

    HttpOptions http() {
        return http;
    }

    /**
     * The blobs, if there are any.
     *
     * @throws IllegalArgumentException if the directory cannot be used
     */
    Optional<BlobLinks> blobs() {
        return blobs.map(dir -> {
            try {
                return new BlobLinks(BlobStores.open(dir, BLOB_BYTES, ALL_BLOB_BYTES), InstantSource.system());
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "Expected a place for blobs at " + dir + ", but " + FileTrouble.of(e) + ".", e);
            }
        });
    }

    /**
     * @param workersNeeded whether there is nothing else to do than to serve workers
     * @throws ConfigException if the workers file cannot be read
     * @throws IllegalArgumentException if an option cannot be followed
     */
    GatewayConfig config(
            KafkaConnection cluster, Callbacks callbacks, boolean workersNeeded, MeterRegistry meters, Tracing tracing)
            throws ConfigException {
        if (workers.isEmpty() && workersNeeded) {
            throw new IllegalArgumentException("Expected --workers FILE, but got none.");
        }
        String text = workers.isPresent() ? WorkersFile.read(workers.get()) : "";
        WorkersFile file = workers.isPresent()
                ? WorkersFile.parse(text, workers.get())
                : new WorkersFile(Optional.empty(), Map.of(), Map.of());
        Map<String, String> clientProperties = new HashMap<>(cluster.properties());
        clientProperties.putAll(properties);
        return GatewayConfig.builder(
                        new KafkaConnection(cluster.bootstrapServers(), clientProperties, cluster.topics()),
                        file.workers())
                .signers(file.signers())
                .callbacks(callbacks)
                .meters(meters)
                .tracing(tracing)
                .queues(queues)
                .groupId(group.or(file::group).orElseGet(() -> WorkersFile.defaultGroup(text)))
                .maxInFlight(maxInFlight)
                .maxParked(maxParked)
                .drainGrace(drain)
                .source(source.map(SourceKind::of).orElse(SourceKind.AUTO))
                .build();
    }
}
