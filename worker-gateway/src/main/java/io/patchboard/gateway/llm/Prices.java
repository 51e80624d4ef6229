package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.protocol.TokenCount;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What a million tokens cost, in the unit of the blueprints' budgets.
 *
 * @param cachedInput of the prompt's tokens, those that the provider had in its cache; like {@code input} where absent
 * @param cacheWrite of the prompt's tokens, those that it put there and charges differently; like {@code input} where
 *     absent
 */
public record Prices(
        BigDecimal input, BigDecimal output, Optional<BigDecimal> cachedInput, Optional<BigDecimal> cacheWrite) {

    private static final int MILLION = 6;

    /** Exact. */
    public BigDecimal cost(TokenCount tokens) {
        long plain = Math.max(0, tokens.input() - tokens.cachedInput() - tokens.cacheWrite());
        return input.multiply(BigDecimal.valueOf(plain))
                .add(cachedInput.orElse(input).multiply(BigDecimal.valueOf(tokens.cachedInput())))
                .add(cacheWrite.orElse(input).multiply(BigDecimal.valueOf(tokens.cacheWrite())))
                .add(output.multiply(BigDecimal.valueOf(tokens.output())))
                .movePointLeft(MILLION)
                .stripTrailingZeros();
    }
}
