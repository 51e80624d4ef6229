package io.patchboard.standalone.cli;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogReader;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.http.api.WorkerApiConfig;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.metrics.PrometheusMetrics;
import io.patchboard.standalone.broker.DataDirectoryLock;
import io.patchboard.standalone.cli.base.BlobOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.http.HttpApi;
import io.patchboard.standalone.run.AllInOneConfig;
import io.patchboard.standalone.run.DataDirs;
import io.patchboard.standalone.run.StartFailedException;
import io.patchboard.standalone.run.StopSignal;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code patchboard server}. */
@Command(
        name = "server",
        mixinStandardHelpOptions = true,
        description = {
            "Serves the HTTP API of \"up\", which reads all boards, against a Kafka that runs elsewhere, until Ctrl-C.",
            "Kernels, workers, sources and boards for boards are for \"kernel\", \"gateway\", \"sources\" and \"children\"."
                    + " It waits for Kafka, and prints one line when all boards are known: ready http=URL"
        },
        footer = {"", "Example:", "  patchboard server --bootstrap-server kafka:9092"})
final class ServerCommand implements Callable<Integer> {

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description =
                    "For an index of the boards, which is made again from the log where it is lost, for who wants push"
                            + " notifications, and for blobs; one server at a time uses it. Default: ${DEFAULT-VALUE}")
    private Path dataDir = DataDirs.SERVER;

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private HttpServerOptions http = new HttpServerOptions();

    @Option(
            names = "--http-group",
            paramLabel = "NAME",
            defaultValue = WorkerApiConfig.DEFAULT_GROUP,
            description = "The group of a polled queue is this, - and the queue. Default: ${DEFAULT-VALUE}")
    private String group;

    @Mixin
    private PushOptions pushes = new PushOptions();

    @Mixin
    private BlobOptions blobs = new BlobOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        KafkaConnection cluster = connection.connection();
        HttpServerConfig server = http.config(spec.commandLine());
        try (StopSignal stop = StopSignal.install(ExitCodes.INTERRUPTED)) {
            try (DataDirectoryLock own = DataDirectoryLock.acquire(dataDir);
                    HttpApi api = start(server)) {
                Cluster.await(cluster, output.output());
                api.serve(
                                cluster,
                                group,
                                new AwaitedAnswers(),
                                AllInOneConfig.on(dataDir).modelDir())
                        .get();
                stop.endsWith(ExitCodes.OK);
                ready(cluster, api.url());
                new CountDownLatch(1).await();
                return ExitCodes.OK;
            } catch (StartFailedException e) {
                throw CliException.failed(e.getMessage());
            } catch (ExecutionException e) {
                throw CliException.failed(e.getCause().getMessage());
            } catch (InterruptedException | RuntimeException e) {
                if (stop.requested()) {
                    return ExitCodes.INTERRUPTED; // the signal has the last word
                }
                throw e;
            }
        }
    }

    private HttpApi start(HttpServerConfig server) {
        return HttpApi.start(
                server,
                new PrometheusMetrics(),
                new BlobLinks(blobs.open(dataDir), InstantSource.system()),
                pushes.settings(dataDir, spec.commandLine()));
    }

    private void ready(KafkaConnection cluster, String url) {
        Output out = output.output();
        if (new LogReader(cluster).topics().isEmpty()) {
            out.progress(CliException.noLog(cluster.topics().prefix()).getMessage());
        }
        out.line("ready http=" + url);
        if (out.isJson()) {
            out.item(JsonObject.of("http", Json.of(url)));
        }
    }
}
