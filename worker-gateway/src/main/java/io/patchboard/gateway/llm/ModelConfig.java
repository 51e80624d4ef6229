package io.patchboard.gateway.llm;

import io.patchboard.gateway.secret.Redactor;
import io.patchboard.gateway.secret.Secret;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One model at one endpoint.
 *
 * @param name what workers, limits and messages call it
 * @param baseUrl http or https, up to and without {@code /chat/completions}, {@code /messages} or {@code /models}
 * @param model what the provider calls it
 * @param apiKey absent for endpoints that want none
 * @param generation how answers are asked for
 * @param prices costs are reported where they are known
 * @param fallback name of the model that is asked when this one has failed
 * @param headers beside those of the protocol
 * @param secretHeaders the same, but nobody may see their values
 */
public record ModelConfig(
        String name,
        Provider provider,
        URI baseUrl,
        String model,
        Optional<Secret> apiKey,
        Generation generation,
        Limits limits,
        Optional<Prices> prices,
        Optional<String> fallback,
        Map<String, String> headers,
        Map<String, Secret> secretHeaders) {

    private static final int LEAST_IN_ANSWERS = 12;

    public ModelConfig {
        headers = Map.copyOf(headers);
        secretHeaders = Map.copyOf(secretHeaders);
    }

    /** With defaults for the rest. */
    public static ModelConfig of(String name, Provider provider, URI baseUrl, String model, Optional<Secret> apiKey) {
        return new ModelConfig(
                name,
                provider,
                baseUrl,
                model,
                apiKey,
                Generation.DEFAULT,
                Limits.DEFAULT,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of());
    }

    /**
     * As an option of the command line says it.
     *
     * @param option {@code PROVIDER/MODEL}, such as {@code openai/gpt-4.1} or {@code openai/qwen3:8b}
     * @param baseUrl of an endpoint that is not the provider's own
     * @param environment where the provider's usual variable has the key
     * @throws IllegalArgumentException saying what is wrong; never showing a key
     */
    public static ModelConfig fromOption(String option, Optional<String> baseUrl, Map<String, String> environment) {
        return ModelOption.read(option, baseUrl, environment);
    }

    public ModelConfig withGeneration(Generation other) {
        return new ModelConfig(
                name, provider, baseUrl, model, apiKey, other, limits, prices, fallback, headers, secretHeaders);
    }

    public ModelConfig withLimits(Limits other) {
        return new ModelConfig(
                name, provider, baseUrl, model, apiKey, generation, other, prices, fallback, headers, secretHeaders);
    }

    /** Everything that may stand in no log or error. */
    Redactor redactor() {
        return Redactor.of(secrets().toList());
    }

    /**
     * What may stand in no answer. Endpoints that want no key are given a word such as {@code none} or {@code EMPTY},
     * and a patch may well have that word; no key of a provider is so short.
     */
    Redactor answerRedactor() {
        return Redactor.of(secrets()
                .filter(secret -> secret.reveal().length() >= LEAST_IN_ANSWERS)
                .toList());
    }

    private Stream<Secret> secrets() {
        return Stream.concat(apiKey.stream(), secretHeaders.values().stream());
    }
}
