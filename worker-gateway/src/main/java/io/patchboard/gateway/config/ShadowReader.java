package io.patchboard.gateway.config;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;

/** {@code shadow: {..., share: 0.05}} beside a worker: who is asked a share of what it is asked, for comparison. */
final class ShadowReader {

    static final String SHADOW = "shadow";

    private static final String SHARE = "share";

    private final Values values;
    private final Function<JsonPlace, Optional<WorkerBinding>> plain;

    /** @param plain reads a worker without its share */
    ShadowReader(Values values, Function<JsonPlace, Optional<WorkerBinding>> plain) {
        this.values = values;
        this.plain = plain;
    }

    Optional<WorkerBinding> read(JsonPlace shadow, WorkerBinding own) {
        JsonPlace section = values.object(shadow);
        Optional<BigDecimal> share = section.child(SHARE).flatMap(values::amount);
        if (share.filter(some -> some.signum() > 0 && some.compareTo(BigDecimal.ONE) <= 0)
                .isEmpty()) {
            values.problem(
                    section.at().child(SHARE),
                    "a share above 0 and at most 1 of what the worker is asked, such as 0.05",
                    share.map(some -> "got " + some.toPlainString()).orElse("got nothing"));
            return Optional.empty();
        }
        JsonPlace rest = new JsonPlace(((JsonObject) section.value()).without(SHARE), section.at());
        return plain.apply(rest).map(binding -> new WorkerBinding.Shadowed(own, binding, share.get()));
    }
}
