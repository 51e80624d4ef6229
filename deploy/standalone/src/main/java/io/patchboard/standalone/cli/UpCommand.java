package io.patchboard.standalone.cli;

import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.app.KernelStartException;
import io.patchboard.metrics.PrometheusMetrics;
import io.patchboard.standalone.a2a.PushSettings;
import io.patchboard.standalone.broker.BrokerStartException;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.cli.base.Traces;
import io.patchboard.standalone.http.HttpApi;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.DataDirs;
import io.patchboard.standalone.run.StartFailedException;
import io.patchboard.standalone.run.StopSignal;
import io.patchboard.standalone.sources.feed.Sources;
import io.patchboard.tracing.Tracing;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code patchboard up}. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = {
            "Runs everything in one process until Ctrl-C: Kafka, the kernel, an HTTP API and, with --workers, gateways.",
            "Prints one line when all of it is ready: ready bootstrap=HOST:PORT http=URL"
        })
final class UpCommand implements Callable<Integer> {

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description =
                    "Where everything is kept; the next start on it goes on from there. Default: ${DEFAULT-VALUE}")
    private Path dataDir = DataDirs.DEFAULT;

    @Option(
            names = "--kafka-port",
            paramLabel = "PORT",
            defaultValue = "9092",
            description = "Port of Kafka on 127.0.0.1; 0 for any free one. Default: ${DEFAULT-VALUE}")
    private int kafkaPort;

    @Mixin
    private HttpServerOptions http = new HttpServerOptions();

    @Option(
            names = "--http-url",
            paramLabel = "URL",
            description =
                    "Where HTTP workers that answer later find this API. Default: where it listens; with 0.0.0.0, nowhere")
    private Optional<URI> httpUrl = Optional.empty();

    @Option(
            names = "--workers",
            paramLabel = "FILE",
            description = "Serve the workers of a workers.yaml; may be repeated.")
    private List<Path> workers = List.of();

    @Option(
            names = "--sources",
            paramLabel = "FILE",
            description =
                    "Make boards and patches of events, as a sources.yaml says; it is read again when it changes.")
    private Optional<Path> sources = Optional.empty();

    @Option(
            names = "--queues",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Refuse blueprints that name other queues. Default: any queue, its topic is made on first use.")
    private Set<String> queues = Set.of();

    @Option(
            names = "--cache-mb",
            paramLabel = "MB",
            description =
                    "Heap for boards that are kept in memory; others are read from disk when they are needed. Default: a"
                            + " quarter of the heap")
    private Optional<Integer> cacheMegabytes = Optional.empty();

    @Mixin
    private AnchorOptions anchors = new AnchorOptions();

    @Mixin
    private PushOptions pushes = new PushOptions();

    @Mixin
    private ServerBlobs blobs = new ServerBlobs();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        HttpServerOptions.requirePort("--kafka-port", kafkaPort, spec.commandLine());
        HttpServerConfig server = http.config(spec.commandLine());
        if (kafkaPort == server.port() && kafkaPort > 0) {
            throw wrong(
                    "Expected another port as --http-port than as --kafka-port, but got " + kafkaPort + " for both.");
        }
        anchors.check();
        AllInOneConfig config = AllInOneConfig.on(dataDir)
                .withKafkaPort(kafkaPort)
                .withQueues(queues)
                .withWorkers(WorkersOption.load(workers, output.output()))
                .withCacheBytes(cacheBytes());
        sources.ifPresent(file -> SourcesAtWork.check(file, output.output()));
        try (StopSignal stop = StopSignal.install(ExitCodes.INTERRUPTED)) {
            try {
                return serve(config, server, stop);
            } catch (InterruptedException | RuntimeException e) {
                if (stop.requested()) {
                    return ExitCodes.INTERRUPTED; // the signal has the last word
                }
                throw e;
            }
        }
    }

    /** What workers are told before the broker is there needs the port that the server got. */
    private Callbacks callbacks(CompletableFuture<HttpApi> starting, AwaitedAnswers awaited, BlobLinks links) {
        return new Callbacks(httpUrl.or(() -> starting.join().address()), awaited, Optional.of(links));
    }

    private OptionalLong cacheBytes() {
        long most = Runtime.getRuntime().maxMemory() >> 20;
        if (cacheMegabytes.filter(wanted -> wanted < 1 || wanted > most).isPresent()) {
            throw wrong(
                    "Expected 1 to " + most + " in --cache-mb, the heap's size, but got " + cacheMegabytes.get() + ".");
        }
        return cacheMegabytes
                .map(wanted -> OptionalLong.of((long) wanted << 20))
                .orElseGet(OptionalLong::empty);
    }

    private int serve(AllInOneConfig config, HttpServerConfig server, StopSignal stop) throws InterruptedException {
        requireFree(server);
        Optional<PushSettings> push = pushes.settings(dataDir, spec.commandLine());
        PrometheusMetrics metrics = new PrometheusMetrics();
        ServerBlobs.Opened kept = blobs.open(dataDir);
        BlobLinks links = kept.links();
        // The server starts while the broker does, and answers "not ready" for that long.
        CompletableFuture<HttpApi> starting = CompletableFuture.supplyAsync(
                () -> HttpApi.start(server, metrics, links, push), Thread::startVirtualThread);
        AwaitedAnswers awaited = new AwaitedAnswers();
        AllInOneConfig counting =
                config.withMeters(metrics.registry()).withCallbacks(() -> callbacks(starting, awaited, links));
        try (Tracing tracing = Traces.start();
                AllInOne all = AllInOne.start(counting.withTracing(tracing));
                HttpApi api = starting.join();
                Drained gateways = new Drained(all, api)) {
            CompletableFuture<String> failure = all.failure().toCompletableFuture();
            CompletableFuture<Void> boardsKnown = api.serve(all.connection(), awaited, config.modelDir());
            CompletableFuture.anyOf(failure, boardsKnown).get();
            try (AnchorOptions.Started written = anchors.start(all.connection());
                    ServerBlobs.Collecting collecting = kept.collect(all.connection());
                    SourcesAtWork feeds = SourcesAtWork.start(
                            sources, all.connection(), metrics.registry(), api.indexed(), output.output())) {
                feeds.running().map(Sources::deliveries).ifPresent(api::deliverTo);
                if (!failure.isDone()) {
                    stop.endsWith(ExitCodes.OK);
                    ready(all.bootstrapServers(), api.url());
                }
                return endAtOnce(failure.get());
            }
        } catch (BrokerStartException | KernelStartException | StartFailedException e) {
            throw CliException.failed(e.getMessage());
        } catch (CompletionException | ExecutionException e) {
            throw CliException.failed(e.getCause().getMessage());
        } finally {
            starting.thenAccept(HttpApi::close);
        }
    }

    /**
     * With the broker gone, closing its clients in order would wait for it in vain, and tell so at length. What is on
     * disk survives a kill, so it survives this.
     */
    private int endAtOnce(String failure) {
        output.output().progress(failure);
        Runtime.getRuntime().halt(ExitCodes.FAILED);
        return ExitCodes.FAILED;
    }

    /** Told at once, rather than when the broker has started too. */
    private static void requireFree(HttpServerConfig server) {
        try {
            HttpApi.requireFree(server);
        } catch (StartFailedException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private void ready(String bootstrap, String http) {
        Output out = output.output();
        out.line("ready bootstrap=" + bootstrap + " http=" + http);
        if (out.isJson()) {
            out.item(JsonObject.builder()
                    .put("bootstrap", bootstrap)
                    .put("http", http)
                    .build());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
