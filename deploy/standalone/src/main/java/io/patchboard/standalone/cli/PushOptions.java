package io.patchboard.standalone.cli;

import io.patchboard.calls.Outbound;
import io.patchboard.standalone.a2a.PushSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Mixin: whom A2A's push notifications may be sent to. */
final class PushOptions {

    private static final String ANY = "*";

    @Option(
            names = "--push-to",
            paramLabel = "HOST",
            split = ",",
            description =
                    "Send A2A's push notifications to these hosts: names, addresses, or *. and the end of names; * for any"
                            + " of the internet. Default: none are sent")
    private List<String> hosts = List.of();

    /**
     * What is named may be of any network, everything else of the internet only. Absent if nothing is to be sent.
     *
     * @throws ParameterException if a host is none
     */
    Optional<PushSettings> settings(Path dataDir, CommandLine command) {
        if (hosts.isEmpty()) {
            return Optional.empty();
        }
        try {
            List<String> named =
                    hosts.stream().filter(host -> !host.equals(ANY)).toList();
            Outbound outbound = Outbound.of(hosts.contains(ANY) ? List.of() : hosts, named);
            return Optional.of(new PushSettings(outbound.ofStrangers(), dataDir.resolve("a2a-push.json")));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, "Expected " + e.getMessage() + " as --push-to, but it is not so.");
        }
    }
}
