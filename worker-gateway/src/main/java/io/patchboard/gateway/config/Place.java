package io.patchboard.gateway.config;

import io.patchboard.json.CanonicalJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;

/** Where a board or an invocation stands among all, by a hash: what shares of them are cut at. */
final class Place {

    private static final int BITS = 64;
    private static final int HEX_DIGITS = BITS / 4;

    private Place() {}

    /** From 0 to below 1, for each worker in another order. */
    static BigDecimal of(String worker, String id) {
        String hash = CanonicalJson.sha256((worker + "\n" + id).getBytes(StandardCharsets.UTF_8));
        return new BigDecimal(new BigInteger(hash.substring(0, HEX_DIGITS), 16))
                .divide(new BigDecimal(BigInteger.TWO.pow(BITS)), MathContext.DECIMAL64);
    }
}
