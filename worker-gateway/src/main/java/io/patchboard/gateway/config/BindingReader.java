package io.patchboard.gateway.config;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.Optional;

/** Reads one kind of worker of a workers file. */
@FunctionalInterface
interface BindingReader {

    /** @return absent if there are problems, which are noted in {@code values} */
    Optional<WorkerBinding> read(JsonObject worker, JsonPointer at, Values values);
}
