package io.patchboard.standalone.cli.blueprint;

import io.patchboard.client.board.StateDiff;
import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.client.catalog.Catalog;
import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.StepLine;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code blueprint diff}. */
@Command(
        name = "diff",
        description = "Prints what leads from one published blueprint to another, place by place.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  patchboard blueprint diff review@2 review@3"})
final class DiffBlueprints implements Callable<Integer> {

    @Mixin
    private CatalogOptions catalog = new CatalogOptions();

    @Parameters(index = "0", paramLabel = "FROM", description = "NAME@VERSION.")
    private String from;

    @Parameters(index = "1", paramLabel = "TO", description = "NAME@VERSION.")
    private String to;

    @Override
    public Integer call() {
        Output output = catalog.output();
        BlueprintName first = CatalogOptions.name(from);
        BlueprintName second = CatalogOptions.name(to);
        Catalog published = catalog.with(CatalogTopic::read);
        BlueprintVersion before = CatalogOptions.version(published, first);
        BlueprintVersion after = CatalogOptions.version(published, second);
        StateDiff diff = StateDiff.between(before.document(), after.document());
        if (output.isJson()) {
            output.document(JsonObject.builder()
                    .put("from", before.label())
                    .put("to", after.label())
                    .put("patch", diff.patch())
                    .build());
        } else if (diff.steps().isEmpty()) {
            output.line("No difference.");
        } else {
            diff.steps().forEach(step -> output.line(StepLine.of(step, output.look())));
        }
        return ExitCodes.OK;
    }
}
