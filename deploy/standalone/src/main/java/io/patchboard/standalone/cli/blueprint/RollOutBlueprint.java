package io.patchboard.standalone.cli.blueprint;

import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.client.catalog.Shelf;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code blueprint rollout}. */
@Command(
        name = "rollout",
        description = {
            "Gives a share of the new boards that ask for the name alone a version; the others get what they got before.",
            "Which boards those are follows from their ids: a growing share keeps those that have it. To step back, roll an"
                    + " older version out. Boards that run are not touched (see: patchboard board amend)."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard blueprint rollout review@3 --share 0.1 --reason \"a tenth first\"",
            "  patchboard blueprint rollout review@3",
            "  patchboard blueprint rollout review@2 --reason \"back\""
        })
final class RollOutBlueprint implements Callable<Integer> {

    @Mixin
    private CatalogOptions catalog = new CatalogOptions();

    @Parameters(paramLabel = "NAME@VERSION", description = "The version.")
    private String wanted;

    @Option(
            names = "--share",
            paramLabel = "SHARE",
            defaultValue = "1",
            description = "Of new boards, above 0; 1 is all. Default: ${DEFAULT-VALUE}")
    private BigDecimal share;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept with the rollout.")
    private Optional<String> reason = Optional.empty();

    @Option(
            names = "--by",
            paramLabel = "NAME",
            defaultValue = "local",
            description = "Who asks; kept with the rollout. Default: ${DEFAULT-VALUE}")
    private String by;

    @Override
    public Integer call() {
        Output output = catalog.output();
        BlueprintName name = CatalogOptions.name(wanted);
        if (name.version().isEmpty()) {
            throw CliException.failed("Expected NAME@VERSION, such as " + name.name() + "@3 or " + name.name()
                    + "@latest, but got \"" + wanted + "\".");
        }
        if (share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
            throw CliException.failed("Expected a share above 0, at most 1, but got " + share.toPlainString()
                    + ". To step back, roll out a version of before.");
        }
        Shelf shelf = catalog.with(topic -> {
            BlueprintVersion version = CatalogOptions.version(topic.read(), name);
            return topic.rollOut(version, share, by, reason);
        });
        if (output.isJson()) {
            output.document(shelf.toJson());
        } else {
            output.line(shelf.name() + "@" + shelf.rollouts().getLast().version() + " goes to "
                    + share.movePointRight(2).stripTrailingZeros().toPlainString() + " % of new boards");
        }
        return ExitCodes.OK;
    }
}
