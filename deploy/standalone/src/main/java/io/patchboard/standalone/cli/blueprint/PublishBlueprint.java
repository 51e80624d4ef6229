package io.patchboard.standalone.cli.blueprint;

import io.patchboard.client.catalog.CatalogTopic;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.standalone.blueprint.Verdict;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code blueprint publish}. */
@Command(
        name = "publish",
        description = {
            "Makes a blueprint the next version of its name, for all who use this Kafka. One that is a version already stays"
                    + " what it is.",
            "New boards ask for it by name: NAME@VERSION, NAME@latest, or NAME, which is the newest as long as there was no"
                    + " rollout."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 published; 6 invalid; 1 no such file, or no Kafka.",
            "",
            "Example:",
            "  patchboard blueprint publish review.yaml --reason \"claims need two sources\""
        })
final class PublishBlueprint implements Callable<Integer> {

    @Mixin
    private CatalogOptions catalog = new CatalogOptions();

    @Parameters(paramLabel = "FILE", description = "The blueprint: YAML, or JSON if the name ends in .json.")
    private Path file;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept with the version.")
    private Optional<String> reason = Optional.empty();

    @Option(
            names = "--by",
            paramLabel = "NAME",
            defaultValue = "local",
            description = "Who publishes; kept with the version. Default: ${DEFAULT-VALUE}")
    private String by;

    @Override
    public Integer call() {
        Output output = catalog.output();
        Verdict verdict = BlueprintFile.verdict(file);
        verdict.errors().forEach(error -> output.progress(BlueprintFile.line(file, error, "error")));
        verdict.warnings().forEach(warning -> output.progress(BlueprintFile.line(file, warning, "warning")));
        Blueprint blueprint = verdict.blueprint()
                .orElseThrow(() -> new CliException(
                        ExitCodes.INVALID,
                        "Expected a valid blueprint, but " + file + " is none. Nothing was published."));
        CatalogTopic.Published published =
                catalog.with(topic -> topic.publish((JsonObject) blueprint.source(), by, reason));
        if (output.isJson()) {
            output.document(published.version().brief().with("new", Json.of(published.isNew())));
        } else {
            output.line(
                    published.version().label() + (published.isNew() ? "" : ", as before: it is the same document"));
        }
        return ExitCodes.OK;
    }
}
