package io.patchboard.gateway.config;

import io.patchboard.json.JsonPlace;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** {@code java: PROVIDER/WORKER}. */
final class JavaReader implements BindingReader {

    private static final int MAX_CONCURRENCY = 10_000;

    @Override
    public Optional<WorkerBinding> read(JsonPlace worker, Values values) {
        values.refuseUnknown(worker, Set.of("java", "timeout", "concurrency"));
        Duration timeout = values.timeout(worker);
        OptionalInt concurrency = values.integer(worker, "concurrency", 1, MAX_CONCURRENCY)
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
        return reference(worker, "<provider>/<worker>", values)
                .map(found -> new WorkerBinding.Provided(found.provider(), found.name(), timeout, concurrency));
    }

    /** What a provider has under a name. */
    record Reference(String provider, String name) {}

    /** @param form that the text has to have, for a message */
    static Optional<Reference> reference(JsonPlace place, String form, Values values) {
        return place.child("java").flatMap(values::text).flatMap(text -> {
            int slash = text.indexOf('/');
            if (slash <= 0 || slash == text.length() - 1) {
                values.problem(place.at().child("java"), form, "got \"" + text + "\"");
                return Optional.empty();
            }
            return Optional.of(new Reference(text.substring(0, slash), text.substring(slash + 1)));
        });
    }
}
