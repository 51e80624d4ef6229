package io.patchboard.gateway.config;

import io.patchboard.gateway.llm.Endpoints;
import io.patchboard.gateway.llm.Limits;
import io.patchboard.gateway.llm.ModelConfig;
import io.patchboard.gateway.llm.ModelSet;
import io.patchboard.gateway.llm.Prices;
import io.patchboard.gateway.llm.Provider;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The section {@code models}. */
final class ModelsReader {

    private static final Set<String> NAMES = Set.of(
            "provider",
            "baseUrl",
            "model",
            "apiKey",
            "timeout",
            "concurrency",
            "requestsPerMinute",
            "retries",
            "backoff",
            "prices",
            "fallback",
            "headers");
    private static final Set<String> PROVIDERS =
            Arrays.stream(Provider.values()).map(Provider::word).collect(Collectors.toUnmodifiableSet());
    private static final int MOST_AT_ONCE = 1_000;
    private static final int MOST_A_MINUTE = 1_000_000;
    private static final int MOST_RETRIES = 100;
    private static final int MOST_PRICE_DIGITS = 12;

    private final Values values;
    private final Limits usual;

    /** @param usual limits of a model that sets none */
    ModelsReader(Values values, Limits usual) {
        this.values = values;
        this.usual = usual;
    }

    ModelSet read(JsonObject file, JsonPointer root) {
        JsonPointer at = root.child("models");
        Map<String, ModelConfig> models = new LinkedHashMap<>();
        JsonObject section =
                file.get("models").map(value -> values.object(value, at)).orElse(JsonObject.EMPTY);
        section.members().forEach((name, value) -> models.put(name, model(name, value, at.child(name))));
        models.values().forEach(model -> checkFallbacks(model, models, section, at));
        return new ModelSet(models);
    }

    /** Also of a model with problems, so that who refers to it is not told that there is none. */
    private ModelConfig model(String name, Json value, JsonPointer at) {
        JsonObject settings = values.object(value, at);
        Set<String> known = new TreeSet<>(GenerationReader.NAMES);
        known.addAll(NAMES);
        values.refuseUnknown(settings, at, known);
        Optional<Provider> provider = required(settings, at, "provider")
                .flatMap(word -> values.word(word, at.child("provider"), PROVIDERS))
                .map(Provider::of);
        Optional<String> model = required(settings, at, "model").flatMap(text -> values.text(text, at.child("model")));
        Optional<URI> baseUrl = values.optional(settings, at, "baseUrl", this::endpoint);
        Optional<Secret> key = key(settings, at, provider);
        Map<String, String> headers = new LinkedHashMap<>();
        Map<String, Secret> secretHeaders = new LinkedHashMap<>();
        headers(settings, at, headers, secretHeaders);
        GenerationReader generation = new GenerationReader(values);
        return new ModelConfig(
                name,
                provider.orElse(Provider.OPENAI),
                baseUrl.orElse(provider.orElse(Provider.OPENAI).home()),
                model.orElse(""),
                key,
                generation.read(settings, at),
                limits(settings, at),
                values.optional(settings, at, "prices", this::prices),
                values.optional(settings, at, "fallback", values::text),
                headers,
                secretHeaders);
    }

    private Optional<Json> required(JsonObject settings, JsonPointer at, String name) {
        if (!settings.has(name)) {
            values.problem(
                    at.child(name),
                    name.equals("provider")
                            ? "one of " + new TreeSet<>(PROVIDERS)
                            : "what the provider calls the model",
                    "got nothing");
        }
        return settings.get(name);
    }

    /** Not quoted: people put keys into URLs. */
    private Optional<URI> endpoint(Json value, JsonPointer at) {
        Optional<URI> url = value instanceof JsonString text ? Endpoints.parse(text.value()) : Optional.empty();
        if (url.isEmpty()) {
            values.problem(
                    at,
                    "a URL such as http://localhost:11434/v1, without user, query or fragment",
                    "got something else");
        }
        return url;
    }

    /** The usual variable goes to the provider's own endpoint only: a key must not be sent where nobody said so. */
    private Optional<Secret> key(JsonObject settings, JsonPointer at, Optional<Provider> provider) {
        if (settings.has("apiKey")) {
            return values.optional(settings, at, "apiKey", values::secret);
        }
        if (provider.isEmpty()) {
            return Optional.empty();
        }
        if (!settings.has("baseUrl")) {
            return values.secret(JsonObject.of("env", Json.of(provider.get().keyVariable())), at.child("apiKey"));
        }
        if (provider.get() == Provider.ANTHROPIC) {
            values.problem(at.child("apiKey"), "a secret as {env: VARIABLE} or {file: PATH}", "got nothing");
        }
        return Optional.empty();
    }

    private void headers(JsonObject settings, JsonPointer at, Map<String, String> plain, Map<String, Secret> secret) {
        JsonPointer place = at.child("headers");
        settings.get("headers")
                .map(value -> values.object(value, place))
                .orElse(JsonObject.EMPTY)
                .members()
                .forEach((name, value) -> {
                    if (value instanceof JsonObject) {
                        values.secret(value, place.child(name)).ifPresent(found -> secret.put(name, found));
                    } else {
                        values.string(value, place.child(name)).ifPresent(found -> plain.put(name, found));
                    }
                });
    }

    private Limits limits(JsonObject settings, JsonPointer at) {
        return new Limits(
                integer(settings, at, "concurrency", 1, MOST_AT_ONCE).orElse(usual.concurrency()),
                integer(settings, at, "requestsPerMinute", 1, MOST_A_MINUTE),
                values.optional(settings, at, "timeout", values::duration).orElse(usual.timeout()),
                integer(settings, at, "retries", 0, MOST_RETRIES).orElse(usual.retries()),
                values.optional(settings, at, "backoff", values::duration).orElse(usual.backoff()));
    }

    private Optional<Integer> integer(JsonObject settings, JsonPointer at, String name, int least, int most) {
        return values.optional(settings, at, name, (value, place) -> values.integer(value, place, least, most));
    }

    private Optional<Prices> prices(Json value, JsonPointer at) {
        JsonObject prices = values.object(value, at);
        values.refuseUnknown(prices, at, Set.of("input", "output", "cachedInput", "cacheWrite"));
        for (String needed : new String[] {"input", "output"}) {
            if (!prices.has(needed)) {
                values.problem(at.child(needed), "the price of a million tokens", "got nothing");
            }
        }
        Optional<BigDecimal> input = values.optional(prices, at, "input", this::price);
        Optional<BigDecimal> output = values.optional(prices, at, "output", this::price);
        Optional<BigDecimal> cached = values.optional(prices, at, "cachedInput", this::price);
        Optional<BigDecimal> write = values.optional(prices, at, "cacheWrite", this::price);
        return input.flatMap(in -> output.map(out -> new Prices(in, out, cached, write)));
    }

    /** Short enough that what it is multiplied to can be reported. */
    private Optional<BigDecimal> price(Json value, JsonPointer at) {
        return values.amount(value, at).filter(price -> {
            boolean isShort = price.precision() <= MOST_PRICE_DIGITS
                    && price.scale() <= MOST_PRICE_DIGITS
                    && price.precision() - price.scale() <= MOST_PRICE_DIGITS / 2;
            if (!isShort) {
                values.problem(
                        at,
                        "a price below a million with at most " + MOST_PRICE_DIGITS + " digits",
                        "got " + price.toEngineeringString());
            }
            return isShort;
        });
    }

    private void checkFallbacks(
            ModelConfig model, Map<String, ModelConfig> models, JsonObject section, JsonPointer at) {
        JsonPointer place = at.child(model.name()).child("fallback");
        Set<String> seen = new HashSet<>();
        Optional<ModelConfig> next = Optional.of(model);
        while (next.isPresent()) {
            Optional<String> fallback = next.get().fallback();
            if (!seen.add(next.get().name())) {
                values.problem(
                        place,
                        "fallbacks that end",
                        "they come back to " + next.get().name());
                return;
            }
            if (next.get().name().equals(model.name()) && fallback.isPresent() && !section.has(fallback.get())) {
                values.problem(place, "one of the models " + section.names(), "got \"" + fallback.get() + "\"");
            }
            next = fallback.map(models::get);
        }
    }
}
