package io.patchboard.standalone.cli.architect;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.llm.Limits;
import io.patchboard.gateway.llm.ModelConfig;
import io.patchboard.gateway.llm.Models;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.UnusableFile;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Mixin: the model that a command talks to. */
public final class ModelOptions {

    /**
     * A blueprint is long, and so is thinking about one. One at a time; two more tries after a failure that may pass. A
     * file may say otherwise.
     */
    static final Limits PATIENT = new Limits(1, Optional.empty(), Duration.ofMinutes(5), 2, Duration.ofSeconds(1));

    @Option(
            names = "--model",
            paramLabel = "PROVIDER/MODEL",
            description =
                    "openai/..., anthropic/... or gemini/...; the key is taken from OPENAI_API_KEY, ANTHROPIC_API_KEY or"
                            + " GEMINI_API_KEY. With --models, the name of one of them; it may be left out if there is one only.")
    private Optional<String> model = Optional.empty();

    @Option(
            names = "--models",
            paramLabel = "FILE",
            description = "A file with a section models, as workers files have it.")
    private Optional<Path> models = Optional.empty();

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = "Another endpoint that speaks the provider's protocol, such as http://localhost:11434/v1.")
    private Optional<String> baseUrl = Optional.empty();

    /** Whether a model is named at all. */
    public boolean areGiven() {
        return model.isPresent() || models.isPresent();
    }

    /**
     * @param limits of what the model is spared; a file may say otherwise
     * @throws CliException if they name no model, or one that cannot be used
     */
    public Chosen choose(Output output, Limits limits) {
        if (models.isPresent() && baseUrl.isPresent()) {
            throw CliException.failed("Expected either --models or --base-url, but got both. Leave one of them out.");
        }
        return models.map(file -> fromFile(file, output, limits)).orElseGet(() -> fromOption(limits));
    }

    /** @param all the one, and those that it falls back to */
    public record Chosen(String name, Collection<ModelConfig> all) {

        public Models open() {
            return Models.open(all, Clock.systemUTC());
        }
    }

    private Chosen fromFile(Path file, Output output, Limits limits) {
        Map<String, ModelConfig> known = load(file, output, limits);
        String name = model.or(() -> Optional.of(known.keySet())
                        .filter(names -> names.size() == 1)
                        .map(names -> names.iterator().next()))
                .orElseThrow(() ->
                        CliException.failed("Expected --model with one of " + known.keySet() + ", but got none."));
        if (!known.containsKey(name)) {
            throw CliException.failed("Expected --model with one of " + known.keySet() + ", but got \"" + name + "\".");
        }
        return new Chosen(name, known.values());
    }

    private static Map<String, ModelConfig> load(Path file, Output output, Limits limits) {
        try {
            return WorkersFile.loadModels(file, limits).byName();
        } catch (ConfigException e) {
            throw UnusableFile.of(file, e, output);
        }
    }

    private Chosen fromOption(Limits limits) {
        String option = model.orElseThrow(() -> CliException.failed(
                "Expected a model, as in --model openai/gpt-4.1, or --models FILE, but got neither."));
        try {
            ModelConfig config = ModelConfig.fromOption(option, baseUrl, System.getenv());
            return new Chosen(config.name(), List.of(config.withLimits(limits)));
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }
}
