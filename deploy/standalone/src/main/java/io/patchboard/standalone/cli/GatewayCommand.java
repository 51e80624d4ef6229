package io.patchboard.standalone.cli;

import io.patchboard.gateway.GatewayMain;
import io.patchboard.standalone.cli.base.ExitCodes;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code patchboard gateway}: all options are the gateway's own. */
@Command(
        name = "gateway",
        description = {
            "Serves workers against a Kafka that runs elsewhere, until Ctrl-C. All gateways of one group",
            "share the work; start as many as you like. docs/gateway.md has every option."
        },
        mixinStandardHelpOptions = true,
        customSynopsis = "patchboard gateway --workers FILE [--bootstrap-server HOST:PORT] [OPTION VALUE]...")
final class GatewayCommand implements Callable<Integer> {

    @Unmatched
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
        GatewayMain.main(arguments.toArray(String[]::new));
        return ExitCodes.FAILED;
    }
}
