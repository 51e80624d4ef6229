package io.patchboard.standalone.cli;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.run.StopSignal;
import io.patchboard.standalone.sources.SourceSpec;
import io.patchboard.standalone.sources.feed.IndexedBoards;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code patchboard sources}. */
@Command(
        name = "sources",
        description = {
            "Makes boards, and patches on boards, of the events of your own topics, until Ctrl-C.",
            "Servers with the same sources share the work; each event counts once. docs/sources.md has more."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard sources sources.yaml --check",
            "  patchboard sources sources.yaml --bootstrap-server kafka:9092"
        })
final class SourcesCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "FILE", description = "A sources.yaml; it is read again when it changes.")
    private Path file;

    @Option(names = "--check", description = "Only say whether the file is valid.")
    private boolean check;

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws InterruptedException {
        List<SourceSpec> specs = SourcesAtWork.check(file, output.output());
        List<String> names = specs.stream().map(SourceSpec::name).toList();
        if (check) {
            tell("valid", names);
            return ExitCodes.OK;
        }
        KafkaConnection cluster = connection.connection();
        try (StopSignal stop = StopSignal.install(ExitCodes.OK)) {
            try (Cluster there = Cluster.connectServer(cluster);
                    IndexedBoards boards = new IndexedBoards(cluster);
                    SourcesAtWork work = SourcesAtWork.start(
                            Optional.of(file), cluster, new CompositeMeterRegistry(), boards, output.output())) {
                tell("started", names);
                new CountDownLatch(1).await();
                return ExitCodes.OK;
            } catch (InterruptedException | RuntimeException e) {
                if (stop.requested()) {
                    return ExitCodes.OK;
                }
                throw e;
            }
        }
    }

    private void tell(String what, List<String> names) {
        Output told = output.output();
        told.line(what + " sources=" + String.join(",", names));
        if (told.isJson()) {
            told.item(JsonObject.of("sources", JsonArray.ofStrings(names)));
        }
    }
}
