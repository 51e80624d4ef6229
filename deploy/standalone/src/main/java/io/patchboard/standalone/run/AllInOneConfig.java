package io.patchboard.standalone.run;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.tracing.Tracing;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a caller decides about PatchBoard in one process.
 *
 * @param dataDir everything that outlives the process is in it: {@code kafka/} (the log), {@code streams/} (the
 *     kernel's stores), {@code boards/} (the read model; both can be made again from the log) and {@code kernel.secret}
 * @param kafkaPort port on 127.0.0.1; 0 for any free one
 * @param queues of invocations; none for any that a blueprint names
 * @param workers one gateway runs for each
 * @param cacheBytes of heap for boards that are kept as objects; absent for the kernel's default
 * @param callbacks where workers that answer later may do so; asked for when the first gateway starts
 * @param meters where kernel and gateways count, see {@code docs/metrics.md}
 * @param tracing makes their spans, see {@code docs/tracing.md}; closed by its owner
 */
public record AllInOneConfig(
        Path dataDir,
        int kafkaPort,
        Set<String> queues,
        List<Workers> workers,
        OptionalLong cacheBytes,
        Supplier<Callbacks> callbacks,
        MeterRegistry meters,
        Tracing tracing) {

    public AllInOneConfig {
        dataDir = dataDir.toAbsolutePath().normalize();
        queues = Set.copyOf(queues);
        workers = List.copyOf(workers);
    }

    /** On any free port, for any queue, without workers. */
    public static AllInOneConfig on(Path dataDir) {
        return new AllInOneConfig(
                dataDir,
                0,
                Set.of(),
                List.of(),
                OptionalLong.empty(),
                Callbacks::none,
                new CompositeMeterRegistry(),
                Tracing.off());
    }

    public AllInOneConfig withKafkaPort(int port) {
        return new AllInOneConfig(dataDir, port, queues, workers, cacheBytes, callbacks, meters, tracing);
    }

    public AllInOneConfig withQueues(Set<String> names) {
        return new AllInOneConfig(dataDir, kafkaPort, names, workers, cacheBytes, callbacks, meters, tracing);
    }

    public AllInOneConfig withWorkers(List<Workers> served) {
        return new AllInOneConfig(dataDir, kafkaPort, queues, served, cacheBytes, callbacks, meters, tracing);
    }

    public AllInOneConfig withCacheBytes(OptionalLong bytes) {
        return new AllInOneConfig(dataDir, kafkaPort, queues, workers, bytes, callbacks, meters, tracing);
    }

    public AllInOneConfig withCallbacks(Supplier<Callbacks> places) {
        return new AllInOneConfig(dataDir, kafkaPort, queues, workers, cacheBytes, places, meters, tracing);
    }

    public AllInOneConfig withMeters(MeterRegistry registry) {
        return new AllInOneConfig(dataDir, kafkaPort, queues, workers, cacheBytes, callbacks, registry, tracing);
    }

    public AllInOneConfig withTracing(Tracing traces) {
        return new AllInOneConfig(dataDir, kafkaPort, queues, workers, cacheBytes, callbacks, meters, traces);
    }

    Path streamsDir() {
        return dataDir.resolve("streams");
    }

    /** Of the HTTP server that reads boards. */
    public Path modelDir() {
        return dataDir.resolve("boards");
    }

    Path secretFile() {
        return dataDir.resolve("kernel.secret");
    }
}
