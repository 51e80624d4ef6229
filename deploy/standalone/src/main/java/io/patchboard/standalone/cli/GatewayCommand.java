package io.patchboard.standalone.cli;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.GatewayOptions;
import io.patchboard.gateway.GatewayProgram;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code patchboard gateway}: a gateway with its options, to the cluster of all commands. */
@Command(
        name = "gateway",
        description = {
            "Serves workers against a Kafka that runs elsewhere, until Ctrl-C.",
            "All gateways of one group share the work; start as many as you like. docs/gateway.md has more on each option."
        },
        mixinStandardHelpOptions = true)
final class GatewayCommand implements Callable<Integer> {

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private GatewayOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        KafkaConnection cluster = connection.connection();
        return GatewayProgram.run(() -> cluster, options, spec.commandLine().getErr()::println);
    }
}
