package io.patchboard.standalone.cli.blueprint;

import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.client.catalog.Shelf;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogHeader;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Text;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code blueprint list}. */
@Command(
        name = "list",
        description = "Lists published blueprints: every version, who published it and why, and rollouts.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  patchboard blueprint list", "  patchboard blueprint list review"})
final class ListBlueprints implements Callable<Integer> {

    @Mixin
    private CatalogOptions catalog = new CatalogOptions();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Only this one.")
    private Optional<String> name = Optional.empty();

    @Override
    public Integer call() {
        Output output = catalog.output();
        Collection<Shelf> shelves = catalog.with(CatalogTopic::read).shelves();
        List<Shelf> shown = shelves.stream()
                .filter(shelf -> name.isEmpty() || name.get().equals(shelf.name()))
                .toList();
        if (shown.isEmpty() && name.isPresent()) {
            throw CliException.failed(
                    "Expected a published blueprint, but there is none of the name \"" + name.get() + "\".");
        }
        if (output.isJson()) {
            output.document(JsonObject.of(
                    "blueprints",
                    JsonArray.copyOf(shown.stream().map(Shelf::toJson).toList())));
        } else if (shown.isEmpty()) {
            output.line("None is published; `patchboard blueprint publish FILE` publishes one.");
        } else {
            shown.forEach(shelf -> show(shelf, output));
        }
        return ExitCodes.OK;
    }

    private static void show(Shelf shelf, Output output) {
        for (BlueprintVersion version : shelf.versions()) {
            output.line(Text.printable(version.label() + "  " + LogHeader.format(version.at()) + "  " + version.by()
                    + version.reason().map(why -> "  " + why).orElse("")));
        }
        shelf.rollouts()
                .forEach(rollout -> output.line(Text.printable("  rolled out " + LogHeader.format(rollout.at())
                        + ": version "
                        + rollout.version() + " to "
                        + rollout.share().movePointRight(2).stripTrailingZeros().toPlainString()
                        + " % of new boards, by " + rollout.by()
                        + rollout.reason().map(why -> ", " + why).orElse(""))));
    }
}
