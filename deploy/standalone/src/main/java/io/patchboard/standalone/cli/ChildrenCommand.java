package io.patchboard.standalone.cli;

import io.patchboard.client.KafkaConnection;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.children.ChildBoards;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.loop.KafkaLoop;
import io.patchboard.standalone.run.StopSignal;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code patchboard children}. */
@Command(
        name = "children",
        description = {
            "Makes the boards that workers of kind board stand for, and tells their parents how they ended, until Ctrl-C.",
            "\"up\" and \"run\" do it by themselves. Those that run at a time share the work; each board is made once."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard children --bootstrap-server kafka:9092"})
final class ChildrenCommand implements Callable<Integer> {

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws InterruptedException {
        KafkaConnection cluster = connection.connection();
        try (StopSignal stop = StopSignal.install(ExitCodes.OK)) {
            try (Cluster there = Cluster.connectServer(cluster);
                    KafkaLoop work = ChildBoards.start(cluster)) {
                Output told = output.output();
                told.line("started");
                if (told.isJson()) {
                    told.item(JsonObject.of("bootstrap", Json.of(cluster.bootstrapServers())));
                }
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
}
