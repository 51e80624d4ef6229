package io.patchboard.gateway.config;

import io.patchboard.json.JsonPlace;
import java.util.Optional;

/** Reads one kind of worker of a workers file. */
@FunctionalInterface
interface BindingReader {

    /** @return absent if there are problems, which are noted in {@code values} */
    Optional<WorkerBinding> read(JsonPlace worker, Values values);
}
