package io.patchboard.gateway.config;

import io.patchboard.gateway.limit.FleetLimit;
import io.patchboard.gateway.llm.Endpoints;
import io.patchboard.gateway.llm.Limits;
import io.patchboard.gateway.llm.ModelConfig;
import io.patchboard.gateway.llm.ModelSet;
import io.patchboard.gateway.llm.Prices;
import io.patchboard.gateway.llm.Provider;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.text.Spelling;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The section {@code models}. */
final class ModelsReader {

    private static final List<String> ROUTES = List.of("/chat/completions", "/messages", "/models");

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
            LimitsReader.LIMIT,
            "headers");
    private static final Set<String> PROVIDERS =
            Arrays.stream(Provider.values()).map(Provider::word).collect(Collectors.toUnmodifiableSet());
    private static final int MOST_AT_ONCE = 1_000;
    private static final int MOST_A_MINUTE = 1_000_000;
    private static final int MOST_RETRIES = 100;
    private static final int MOST_PRICE_DIGITS = 12;

    private final Values values;
    private final Limits usual;
    private final LimitsReader fleet;

    /**
     * @param usual limits of a model that sets none
     * @param fleet those of all gateways
     */
    ModelsReader(Values values, Limits usual, LimitsReader fleet) {
        this.fleet = fleet;
        this.values = values;
        this.usual = usual;
    }

    ModelSet read(JsonPlace file) {
        Map<String, ModelConfig> models = new LinkedHashMap<>();
        JsonPlace section = values.section(file, "models");
        section.members().forEach(model -> models.put(model.name(), model(model)));
        models.values().forEach(model -> checkFallbacks(model, models, section));
        return new ModelSet(models);
    }

    /** Also of a model with problems, so that who refers to it is not told that there is none. */
    private ModelConfig model(JsonPlace place) {
        JsonPlace settings = values.object(place);
        Set<String> known = new TreeSet<>(GenerationReader.NAMES);
        known.addAll(NAMES);
        values.refuseUnknown(settings, known);
        Optional<Provider> provider =
                required(settings, "provider").flatMap(this::provider).map(Provider::of);
        Optional<String> model = required(settings, "model").flatMap(values::text);
        Optional<URI> baseUrl = settings.child("baseUrl").flatMap(this::endpoint);
        Optional<Secret> key = key(settings, provider);
        Map<String, String> headers = new LinkedHashMap<>();
        Map<String, Secret> secretHeaders = new LinkedHashMap<>();
        headers(values.section(settings, "headers"), headers, secretHeaders);
        key.ifPresent(value -> HttpReader.isHeader(
                "Authorization", value.reveal(), settings.at().child("apiKey"), values));
        GenerationReader generation = new GenerationReader(values);
        return new ModelConfig(
                place.name(),
                provider.orElse(Provider.OPENAI),
                baseUrl.orElse(provider.orElse(Provider.OPENAI).home()),
                model.orElse(""),
                key,
                generation.read(settings),
                limits(settings),
                settings.child("prices").flatMap(this::prices),
                settings.child("fallback").flatMap(values::text),
                headers,
                secretHeaders);
    }

    private void headers(JsonPlace section, Map<String, String> plain, Map<String, Secret> secret) {
        section.members().forEach(header -> HttpReader.isPlainSecret(header, values));
        values.plainOrSecret(section, plain, secret);
        plain.forEach(
                (name, value) -> HttpReader.isHeader(name, value, section.at().child(name), values));
        secret.forEach((name, value) ->
                HttpReader.isHeader(name, value.reveal(), section.at().child(name), values));
    }

    private Optional<String> provider(JsonPlace place) {
        boolean other = place.text().filter(word -> !PROVIDERS.contains(word)).isPresent();
        if (other) {
            values.problem(
                    place.at(),
                    "one of " + new TreeSet<>(PROVIDERS),
                    "got " + Values.found(place.value()),
                    " Of anybody else's endpoint that speaks chat completions, as Ollama's and vLLM's do, it is openai,"
                            + " with a baseUrl.");
        }
        return other ? Optional.empty() : values.word(place, PROVIDERS);
    }

    private Optional<JsonPlace> required(JsonPlace settings, String name) {
        if (!settings.has(name)) {
            values.problem(
                    settings.at().child(name),
                    name.equals("provider")
                            ? "one of " + new TreeSet<>(PROVIDERS)
                            : "what the provider calls the model",
                    "got nothing");
        }
        return settings.child(name);
    }

    /** Not quoted: people put keys into URLs. */
    private Optional<URI> endpoint(JsonPlace place) {
        Optional<URI> url = place.text().flatMap(Endpoints::parse);
        if (url.isEmpty()) {
            values.problem(
                    place.at(),
                    "a URL such as http://localhost:11434/v1, without user, query or fragment",
                    place.text().filter(text -> text.contains("://")).isPresent()
                            ? "got something else"
                            : "got one that does not begin with http:// or https://");
        }
        url.flatMap(ModelsReader::route)
                .ifPresent(route -> values.problem(
                        place.at(),
                        "a URL up to and without " + route + ", which is added for each request",
                        "got one with it"));
        return url;
    }

    /** What endpoints are called by, where a base URL goes as far as that. */
    private static Optional<String> route(URI url) {
        String path = url.getPath().replaceAll("/+$", "");
        return ROUTES.stream().filter(path::endsWith).findFirst();
    }

    /** The usual variable goes to the provider's own endpoint only: a key must not be sent where nobody said so. */
    private Optional<Secret> key(JsonPlace settings, Optional<Provider> provider) {
        if (settings.has("apiKey")) {
            return settings.child("apiKey").flatMap(values::secret);
        }
        boolean misspelt = settings.members().stream()
                .map(JsonPlace::name)
                .anyMatch(name ->
                        !NAMES.contains(name) && Values.meant(name, NAMES).equals(Optional.of("apiKey")));
        if (provider.isEmpty() || misspelt) {
            return Optional.empty();
        }
        JsonPointer at = settings.at().child("apiKey");
        if (!settings.has("baseUrl")) {
            return values.secret(
                    new JsonPlace(JsonObject.of("env", Json.of(provider.get().keyVariable())), at));
        }
        if (provider.get() == Provider.ANTHROPIC) {
            values.problem(at, "a secret as {env: VARIABLE} or {file: PATH}", "got nothing");
        }
        return Optional.empty();
    }

    private Limits limits(JsonPlace settings) {
        Optional<FleetLimit> limit = fleet.named(settings);
        // A gateway that is alone may have all of it.
        int concurrency = limit.map(FleetLimit::concurrency)
                .filter(OptionalLong::isPresent)
                .map(most -> (int) Math.min(most.getAsLong(), MOST_AT_ONCE))
                .orElse(usual.concurrency());
        return new Limits(
                values.integer(settings, "concurrency", 1, MOST_AT_ONCE).orElse(concurrency),
                values.integer(settings, "requestsPerMinute", 1, MOST_A_MINUTE),
                settings.child("timeout").flatMap(values::duration).orElse(usual.timeout()),
                values.integer(settings, "retries", 0, MOST_RETRIES).orElse(usual.retries()),
                settings.child("backoff").flatMap(values::duration).orElse(usual.backoff()),
                limit);
    }

    private Optional<Prices> prices(JsonPlace place) {
        JsonPlace prices = values.object(place);
        values.refuseUnknown(prices, Set.of("input", "output", "cachedInput", "cacheWrite"));
        for (String needed : new String[] {"input", "output"}) {
            if (!prices.has(needed)) {
                values.problem(prices.at().child(needed), "the price of a million tokens", "got nothing");
            }
        }
        Optional<BigDecimal> input = prices.child("input").flatMap(this::price);
        Optional<BigDecimal> output = prices.child("output").flatMap(this::price);
        Optional<BigDecimal> cached = prices.child("cachedInput").flatMap(this::price);
        Optional<BigDecimal> write = prices.child("cacheWrite").flatMap(this::price);
        return input.flatMap(in -> output.map(out -> new Prices(in, out, cached, write)));
    }

    /** Short enough that what it is multiplied to can be reported. */
    private Optional<BigDecimal> price(JsonPlace place) {
        return values.amount(place).filter(price -> {
            boolean isShort = price.precision() <= MOST_PRICE_DIGITS
                    && price.scale() <= MOST_PRICE_DIGITS
                    && price.precision() - price.scale() <= MOST_PRICE_DIGITS / 2;
            if (!isShort) {
                values.problem(
                        place.at(),
                        "a price below a million with at most " + MOST_PRICE_DIGITS + " digits",
                        "got " + price.toEngineeringString());
            }
            return isShort;
        });
    }

    private void checkFallbacks(ModelConfig model, Map<String, ModelConfig> models, JsonPlace section) {
        JsonPointer place = section.at().child(model.name()).child("fallback");
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
                values.problem(
                        place,
                        "one of the models " + models.keySet(),
                        "got \"" + fallback.get() + "\"",
                        Spelling.question(fallback.get(), models.keySet()));
            }
            next = fallback.map(models::get);
        }
    }
}
