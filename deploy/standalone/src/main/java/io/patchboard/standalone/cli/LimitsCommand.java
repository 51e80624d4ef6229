package io.patchboard.standalone.cli;

import io.patchboard.gateway.limit.LimitUse;
import io.patchboard.gateway.limit.LimitUse.GatewayUse;
import io.patchboard.gateway.limit.LimitsInUse;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ConnectionOptions;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.Text;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code limits}. */
@Command(
        name = "limits",
        description = {
            "Who uses the limits that hold for all gateways together, what waits for them, and why.",
            "It asks the gateways that run, which takes about a second; a server answers GET /v1/limits."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard limits --json"})
final class LimitsCommand implements Callable<Integer> {

    private static final long SECONDS = 86_400;
    private static final long MINUTES = 1_440;
    private static final long HOURS = 24;

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions options;

    @Override
    public Integer call() {
        Output output = options.output();
        List<LimitUse> uses;
        try (Cluster cluster = Cluster.connect(connection)) {
            uses = LimitsInUse.ask(cluster.connection(), LimitsInUse.PATIENCE)
                    .orElseThrow(() -> CliException.failed(LimitsInUse.NOT_TOLD));
        }
        if (output.isJson()) {
            output.document(JsonObject.of(
                    "limits",
                    JsonArray.copyOf(uses.stream().map(LimitUse::toJson).toList())));
            return ExitCodes.OK;
        }
        if (uses.isEmpty()) {
            output.line("No gateway that runs names a limit.");
        }
        for (LimitUse use : uses) {
            output.line(Text.printable(use.name()) + ": " + calls(use) + rate(use) + waits(use));
            use.gateways().forEach(gateway -> output.line("    " + line(gateway)));
        }
        return ExitCodes.OK;
    }

    private static String calls(LimitUse use) {
        return use.used()
                + (use.concurrency().isPresent() ? " of " + use.concurrency().getAsLong() : "")
                + " calls under way";
    }

    private static String rate(LimitUse use) {
        if (use.perDay().isEmpty()) {
            return "";
        }
        long perDay = use.perDay().getAsLong();
        String rate = perDay % SECONDS == 0
                ? perDay / SECONDS + "/s"
                : perDay % MINUTES == 0
                        ? perDay / MINUTES + "/min"
                        : perDay % HOURS == 0 ? perDay / HOURS + "/h" : perDay + "/day";
        return ", " + rate;
    }

    private static String waits(LimitUse use) {
        return use.waiting() == 0
                ? ""
                : "; " + use.waiting() + " wait: " + use.why().text();
    }

    private static String line(GatewayUse use) {
        String waits = use.waiting() == 0
                ? ""
                : String.format(Locale.ROOT, ", %d wait for %.1f s", use.waiting(), use.waitedMillis() / 1_000.0);
        String next = use.next().isEmpty()
                ? ""
                : ", first "
                        + use.next().stream()
                                .map(one -> Text.printable(one.worker()) + " of " + Text.printable(one.boardId()))
                                .collect(Collectors.joining(", "));
        return Text.printable(use.gateway()) + ": " + use.used() + " under way" + waits + next;
    }
}
