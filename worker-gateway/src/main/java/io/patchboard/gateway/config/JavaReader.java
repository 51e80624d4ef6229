package io.patchboard.gateway.config;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** {@code java: PROVIDER/WORKER}. */
final class JavaReader implements BindingReader {

    private static final int MAX_CONCURRENCY = 10_000;

    @Override
    public Optional<WorkerBinding> read(JsonObject worker, JsonPointer at, Values values) {
        values.refuseUnknown(worker, at, Set.of("java", "timeout", "concurrency"));
        Duration timeout = values.timeout(worker, at);
        OptionalInt concurrency = values.optional(
                        worker, at, "concurrency", (value, place) -> values.integer(value, place, 1, MAX_CONCURRENCY))
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
        return values.optional(worker, at, "java", values::text).flatMap(reference -> {
            int slash = reference.indexOf('/');
            if (slash <= 0 || slash == reference.length() - 1) {
                values.problem(at.child("java"), "<provider>/<worker>", "got \"" + reference + "\"");
                return Optional.empty();
            }
            return Optional.of(new WorkerBinding.Provided(
                    reference.substring(0, slash), reference.substring(slash + 1), timeout, concurrency));
        });
    }
}
