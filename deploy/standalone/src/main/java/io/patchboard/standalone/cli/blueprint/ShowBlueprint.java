package io.patchboard.standalone.cli.blueprint;

import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code blueprint show}. */
@Command(
        name = "show",
        description = "Prints a published blueprint, as JSON.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard blueprint show review@2 > review-2.json"})
final class ShowBlueprint implements Callable<Integer> {

    @Mixin
    private CatalogOptions catalog = new CatalogOptions();

    @Parameters(paramLabel = "NAME", description = "NAME@VERSION; NAME is the newest.")
    private String wanted;

    @Override
    public Integer call() {
        Output output = catalog.output();
        BlueprintName name = CatalogOptions.name(wanted);
        BlueprintVersion version = CatalogOptions.version(catalog.with(CatalogTopic::read), name);
        if (output.isJson()) {
            output.document(version.brief().with("blueprint", version.document()));
        } else {
            JsonWriter.pretty(version.document()).lines().forEach(output::line);
        }
        return ExitCodes.OK;
    }
}
