package io.patchboard.gateway;

import io.patchboard.text.Durations;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Runs a gateway as a program of its own until it is told to end. Exit code 1 where it cannot start or go on. */
@Command(
        name = "GatewayMain",
        description = "Serves workers against a Kafka that runs elsewhere, until it is told to end.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
public final class GatewayMain implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private GatewayOptions options;

    public static void main(String[] args) {
        System.exit(
                commandLine().setParameterExceptionHandler(GatewayMain::refuse).execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new GatewayMain())
                .registerConverter(Duration.class, GatewayMain::duration)
                .setUsageHelpAutoWidth(true);
    }

    private static Duration duration(String text) {
        return Durations.parse(text)
                .filter(duration -> !duration.isNegative() && !duration.isZero())
                .orElseThrow(() -> new TypeConversionException(
                        "Expected a duration such as " + Durations.EXAMPLES + ", but got \"" + text + "\"."));
    }

    private static int refuse(ParameterException e, String[] args) {
        System.err.println(e.getMessage());
        System.err.println(e.getCommandLine().getUsageMessage());
        return GatewayProgram.FAILED;
    }

    ClusterOptions cluster() {
        return cluster;
    }

    GatewayOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        return GatewayProgram.run(() -> cluster.connection(System.getenv()), options, System.err::println);
    }
}
