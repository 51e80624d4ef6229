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
        return worker.child("java").flatMap(values::text).flatMap(reference -> {
            int slash = reference.indexOf('/');
            if (slash <= 0 || slash == reference.length() - 1) {
                values.problem(worker.at().child("java"), "<provider>/<worker>", "got \"" + reference + "\"");
                return Optional.empty();
            }
            return Optional.of(new WorkerBinding.Provided(
                    reference.substring(0, slash), reference.substring(slash + 1), timeout, concurrency));
        });
    }
}
