package io.patchboard.gateway.llm;

import io.patchboard.gateway.secret.Secret;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** A model of a command line, {@code PROVIDER/MODEL}. */
final class ModelOption {

    private ModelOption() {}

    static ModelConfig read(String option, Optional<String> baseUrl, Map<String, String> environment) {
        int slash = option.indexOf('/');
        if (slash <= 0 || slash == option.length() - 1) {
            throw new IllegalArgumentException(
                    "Expected a model as PROVIDER/MODEL, such as openai/gpt-4.1, but got \"" + option + "\".");
        }
        Provider provider = provider(option.substring(0, slash));
        Optional<Secret> key = Optional.ofNullable(environment.get(provider.keyVariable()))
                .filter(value -> !value.isBlank())
                .map(value -> new Secret(value.strip()));
        if (key.isEmpty() && (baseUrl.isEmpty() || provider == Provider.ANTHROPIC)) {
            throw new IllegalArgumentException("Expected the key of " + provider.word()
                    + " in the environment variable " + provider.keyVariable() + ", but it is not set.");
        }
        return ModelConfig.of(
                option,
                provider,
                baseUrl.map(ModelOption::endpoint).orElse(provider.home()),
                option.substring(slash + 1),
                key);
    }

    private static Provider provider(String word) {
        return Arrays.stream(Provider.values())
                .filter(provider -> provider.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Expected one of "
                        + Arrays.stream(Provider.values()).map(Provider::word).toList()
                        + " before the / of a model, but got \"" + word + "\"."));
    }

    private static URI endpoint(String text) {
        return Endpoints.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Expected a base URL such as http://localhost:11434/v1, but got \"" + text + "\"."));
    }
}
