package io.patchboard.gateway.llm;

import io.patchboard.json.JsonObject;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * How an answer is asked for. What is absent is left to the provider.
 *
 * @param structured {@link StructuredOutput#AUTO} where absent
 * @param stream whether the answer comes piece by piece, for endpoints and proxies that drop a connection on which
 *     nothing moves; not where absent
 * @param images whether it is shown images; not where absent
 * @param params members that the body of the request gets beside those made here, or in their place; objects are merged
 */
public record Generation(
        Optional<BigDecimal> temperature,
        Optional<Integer> maxOutputTokens,
        Optional<StructuredOutput> structured,
        Optional<Boolean> stream,
        Optional<Boolean> images,
        JsonObject params) {

    public static final Generation DEFAULT =
            new Generation(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), JsonObject.EMPTY);

    /** Of a model that is shown no images. */
    public Generation(
            Optional<BigDecimal> temperature,
            Optional<Integer> maxOutputTokens,
            Optional<StructuredOutput> structured,
            Optional<Boolean> stream,
            JsonObject params) {
        this(temperature, maxOutputTokens, structured, stream, Optional.empty(), params);
    }

    /** Whether it is shown images. */
    public boolean sees() {
        return images.orElse(false);
    }

    /** This, but with what {@code other} says where it says something. */
    public Generation overriddenBy(Generation other) {
        return new Generation(
                other.temperature.or(() -> temperature),
                other.maxOutputTokens.or(() -> maxOutputTokens),
                other.structured.or(() -> structured),
                other.stream.or(() -> stream),
                other.images.or(() -> images),
                JsonMerge.merge(params, other.params));
    }

    public Generation withStructured(StructuredOutput mode) {
        return new Generation(temperature, maxOutputTokens, Optional.of(mode), stream, images, params);
    }
}
