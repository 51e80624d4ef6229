package io.patchboard.standalone.cli;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.NewFiles;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.text.Resources;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code patchboard init}: the first example, as a folder of one's own. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = {
            "Begins a board of one's own, in a folder that runs as it is.",
            "A blueprint, a worker in Python and what serves it, an input, two scenarios, and the schemas that an editor checks by."
        },
        footer = {"", "Example:", "  patchboard init my-board"})
final class InitCommand implements Callable<Integer> {

    /** The build puts these files of {@code examples/hello-summary} into the jar, under {@code /init}. */
    private static final List<String> FILES = List.of(
            "blueprint.yaml",
            "worker.py",
            "workers.yaml",
            "input.json",
            "completes.scenario.yaml",
            "silent.scenario.yaml");

    private static final List<String> SCHEMAS =
            List.of("blueprint.schema.json", "workers.schema.json", "scenario.schema.json");
    private static final String SCHEMAS_OF_THE_EXAMPLE = "../../schemas/src/main/resources/";
    private static final String SCHEMA_FOLDER = "schemas/";
    private static final String NAME_OF_THE_EXAMPLE = "name: hello-summary";

    /** As a blueprint's name may be. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,99}");

    @Mixin
    private OutputOptions options;

    @Parameters(paramLabel = "DIR", description = "The folder; its name becomes the blueprint's.")
    private Path folder = Path.of("");

    @Option(names = "--force", description = "Write over files that are there.")
    private boolean force;

    @Override
    public Integer call() {
        String name = Optional.ofNullable(folder.toAbsolutePath().normalize().getFileName())
                .map(Path::toString)
                .orElse("");
        if (!NAME.matcher(name).matches()) {
            throw CliException.failed(
                    "Expected a folder whose name can be a blueprint's, a letter and then letters, digits, dots, underscores and dashes, but got \""
                            + name + "\".");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        FILES.forEach(file -> texts.put(
                file,
                Resources.text(InitCommand.class, "/init/" + file)
                        .replace(SCHEMAS_OF_THE_EXAMPLE, SCHEMA_FOLDER)
                        .replace(NAME_OF_THE_EXAMPLE, "name: " + name)));
        SCHEMAS.forEach(file -> texts.put(SCHEMA_FOLDER + file, Resources.text(InitCommand.class, "/" + file)));
        NewFiles.write(folder, texts, force);
        Output output = options.output();
        if (output.isJson()) {
            output.document(JsonObject.of("files", JsonArray.ofStrings(List.copyOf(texts.keySet()))));
        }
        output.line("Wrote " + String.join(", ", FILES) + " and the schemas to " + folder + ". Go on with:");
        output.line("  patchboard run " + folder + "       # Kafka, kernel and worker in one process; needs python3");
        output.line("  patchboard test " + folder + "      # the scenarios");
        output.line("  patchboard blueprint validate " + folder.resolve("blueprint.yaml"));
        return ExitCodes.OK;
    }
}
