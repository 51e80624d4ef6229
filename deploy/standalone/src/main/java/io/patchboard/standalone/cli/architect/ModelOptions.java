package io.patchboard.standalone.cli.architect;

import io.patchboard.gateway.llm.Limits;
import io.patchboard.gateway.llm.ModelConfig;
import io.patchboard.gateway.llm.Models;
import io.patchboard.standalone.cli.base.CliException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Mixin: the model that a command talks to. */
final class ModelOptions {

    /** A blueprint is long, and so is thinking about one. One at a time; two more tries after a failure that may pass. */
    private static final Limits PATIENT =
            new Limits(1, Optional.empty(), Duration.ofMinutes(5), 2, Duration.ofSeconds(1));

    @Option(
            names = "--model",
            paramLabel = "PROVIDER/MODEL",
            required = true,
            description =
                    "openai/..., anthropic/... or gemini/...; the key is taken from OPENAI_API_KEY, ANTHROPIC_API_KEY or"
                            + " GEMINI_API_KEY.")
    private String model;

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = "Another endpoint that speaks the provider's protocol, such as http://localhost:11434/v1.")
    private Optional<String> baseUrl = Optional.empty();

    String name() {
        return model;
    }

    Models open() {
        try {
            return Models.of(
                    ModelConfig.fromOption(model, baseUrl, System.getenv()).withLimits(PATIENT));
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }
}
