package io.patchboard.gateway.config;

import io.patchboard.json.JsonNull;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code process: [PROGRAM, ARGUMENT...]}. */
final class ProcessReader implements BindingReader {

    private static final int MAX_INSTANCES = 1_000;

    @Override
    public Optional<WorkerBinding> read(JsonObject worker, JsonPointer at, Values values) {
        values.refuseUnknown(worker, at, Set.of("process", "timeout", "instances", "env"));
        List<String> command = values.command(worker.get("process").orElse(JsonNull.NULL), at.child("process"));
        int instances = values.optional(
                        worker, at, "instances", (value, place) -> values.integer(value, place, 1, MAX_INSTANCES))
                .orElse(1);
        Map<String, String> env = worker.get("env")
                .map(value -> values.strings(value, at.child("env")))
                .orElse(Map.of());
        return Optional.of(
                new WorkerBinding.Program(command, values.folder(), values.timeout(worker, at), instances, env));
    }
}
