package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.protocol.TokenCount;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What a call used, over all of its requests whose answers told.
 *
 * @param cost absent where no model that used something has prices
 * @param model that answered last, as the provider calls it
 */
public record Spent(TokenCount tokens, Optional<BigDecimal> cost, String model) {

    static Spent nothing(String model) {
        return new Spent(TokenCount.NONE, Optional.empty(), model);
    }

    /** The sum, with the other's model. */
    public Spent plus(Spent other) {
        Optional<BigDecimal> sum = cost.isPresent() && other.cost.isPresent()
                ? Optional.of(cost.get().add(other.cost.get()))
                : cost.or(other::cost);
        return new Spent(tokens.plus(other.tokens), sum, other.model);
    }
}
