package io.patchboard.standalone.cli;

import io.patchboard.gateway.GatewayMain;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code patchboard gateway}: {@link GatewayMain} with its options as all commands have theirs. */
@Command(
        name = "gateway",
        description = {
            "Serves workers against a Kafka that runs elsewhere, until Ctrl-C.",
            "All gateways of one group share the work; start as many as you like. docs/gateway.md has more on each option."
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("unused") // what was given is read back from the parser
final class GatewayCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private ConnectionOptions connection;

    @Option(
            names = "--workers",
            paramLabel = "FILE",
            description = "What serves each worker. Needed unless --http-port is given.")
    private String workers;

    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "Gateways of one group share the work, and must serve the same workers."
                    + " Default: group of the workers file, else one that follows from its text.")
    private String group;

    @Option(
            names = "--queue",
            paramLabel = "NAME",
            description = "Read this queue; may be repeated. Default: all, also those created later.")
    private List<String> queues;

    @Option(
            names = "--source",
            paramLabel = "SOURCE",
            description = "How invocations are taken: auto (the default), share, consumer or classic.")
    private String source;

    @Option(
            names = "--max-in-flight",
            paramLabel = "N",
            description = "Invocations of one worker that are worked on at once, unless its entry says otherwise."
                    + " Default: 64")
    private String maxInFlight;

    @Option(
            names = "--max-parked",
            paramLabel = "N",
            description = "Invocations, of all workers together, that wait here for their worker. Default: 1000")
    private String maxParked;

    @Option(
            names = "--drain-seconds",
            paramLabel = "N",
            description = "How long a stop waits for what is being worked on. Default: 5")
    private String drainSeconds;

    @Option(
            names = "--property",
            paramLabel = "KEY=VALUE",
            description = "One setting of the Kafka clients; may be repeated, and replaces that of --config.")
    private List<String> properties;

    @Option(
            names = "--http-port",
            paramLabel = "P",
            description = "Serve boards and workers over HTTP at this port; 0 takes any free one. Default: not served.")
    private String httpPort;

    @Option(
            names = "--http-host",
            paramLabel = "HOST",
            description = "Listen there; on anything but loopback a token is needed. Default: 127.0.0.1")
    private String httpHost;

    @Option(
            names = "--http-token-file",
            paramLabel = "FILE",
            description = "The token that callers must bring. Default: the environment variable PATCHBOARD_HTTP_TOKEN.")
    private String httpTokenFile;

    @Option(
            names = "--http-url",
            paramLabel = "URL",
            description = "Where workers that answer later find it. Default: where it listens.")
    private String httpUrl;

    @Option(
            names = "--http-group",
            paramLabel = "NAME",
            description = "The group of a polled queue is this, - and the queue. Default: patchboard-http")
    private String httpGroup;

    @Override
    public Integer call() {
        ParseResult given = spec.commandLine().getParseResult();
        GatewayMain.main(spec.options().stream()
                .filter(given::hasMatchedOption)
                .flatMap(option ->
                        option.originalStringValues().stream().flatMap(value -> Stream.of(option.longestName(), value)))
                .toArray(String[]::new));
        return ExitCodes.FAILED;
    }
}
