package io.patchboard.standalone.cli.preset;

import io.patchboard.blueprints.preset.Preset;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.NewFiles;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the commands of all presets that are templates have in common: they write the files out. */
abstract class TemplateCommand implements Callable<Integer> {

    private static final List<String> PROVIDERS = List.of("openai", "anthropic", "gemini");

    private static final String SCENARIO = "completes.scenario.yaml";

    private final Preset preset;
    private final String example;

    @Option(
            names = "--model",
            paramLabel = "PROVIDER/MODEL",
            description =
                    "Who serves every role: openai/..., anthropic/... or gemini/...; the key is taken from OPENAI_API_KEY,"
                            + " ANTHROPIC_API_KEY or GEMINI_API_KEY. Left out: demo workers, which know nothing and need python3.")
    private Optional<String> model = Optional.empty();

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = "Where that model is served, such as http://localhost:11434/v1. Left out: at its provider's.")
    private Optional<String> baseUrl = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "The folder to write to; made if it is not there. Default: the preset's name.")
    private Optional<Path> output = Optional.empty();

    @Option(names = "--force", description = "Replace files that are already there.")
    private boolean force;

    @Mixin
    private OutputOptions options;

    /** @param example what to set at a run, as the command line has it */
    TemplateCommand(Preset preset, String example) {
        this.preset = preset;
        this.example = example;
    }

    @Override
    public final Integer call() {
        Path folder = output.orElseGet(() -> Path.of(preset.id()));
        Map<String, String> texts = new TreeMap<>();
        texts.put("blueprint.yaml", preset.blueprint());
        texts.put("workers.yaml", workers());
        texts.put(SCENARIO, preset.scenario());
        if (model.isEmpty()) {
            texts.put("demo.py", preset.demo());
        }
        NewFiles.write(folder, texts, force);
        Output out = options.output();
        if (out.isJson()) {
            out.document(JsonObject.builder()
                    .put("blueprint", folder.resolve("blueprint.yaml").toString())
                    .put("workers", folder.resolve("workers.yaml").toString())
                    .put("scenario", folder.resolve(SCENARIO).toString())
                    .build());
        } else {
            out.line("Wrote " + folder.resolve("blueprint.yaml") + ", a scenario, and " + folder.resolve("workers.yaml")
                    + model.map(name -> ", with " + name + " in every role.")
                            .orElse(", with demo workers that know nothing."));
            out.line("Try it: patchboard run " + folder + " " + example);
            out.line("Test it: patchboard test " + folder);
        }
        return ExitCodes.OK;
    }

    private String workers() {
        StringBuilder text = new StringBuilder("# Which program serves which worker of blueprint.yaml.\n");
        String line;
        if (model.isPresent()) {
            text.append("models:\n  team: ").append(modelOf(model.get())).append('\n');
            line = "{llm: team, timeout: PT4M}";
        } else {
            if (baseUrl.isPresent()) {
                throw CliException.failed(
                        "Expected --model with --base-url, but it is missing. Say which model is there.");
            }
            text.append("""
                    # THE DEMO WORKERS BELOW KNOW NOTHING. Replace each by {llm: NAME} or {process: [...]}; or write these files with --model.
                    """);
            line = "{process: [\"python3\", \"demo.py\"]} # demo: replace it";
        }
        text.append("workers:\n");
        preset.workers().forEach(worker -> text.append("  " + worker + ": " + line + "\n"));
        return text.toString();
    }

    private String modelOf(String name) {
        int slash = name.indexOf('/');
        if (slash < 0 || !PROVIDERS.contains(name.substring(0, slash)) || slash == name.length() - 1) {
            throw CliException.failed("Expected PROVIDER/MODEL with a provider of " + PROVIDERS + ", but got \"" + name
                    + "\". Try --model openai/gpt-4.1-mini.");
        }
        return "{provider: " + name.substring(0, slash) + ", model: " + Json.of(name.substring(slash + 1))
                + baseUrl.map(url -> ", baseUrl: " + Json.of(url)).orElse("") + "}";
    }
}
