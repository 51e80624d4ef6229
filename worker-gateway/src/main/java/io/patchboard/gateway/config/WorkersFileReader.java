package io.patchboard.gateway.config;

import io.patchboard.gateway.llm.Limits;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Turns the document into typed values. A worker's kind is told by the one key that names it. */
final class WorkersFileReader {

    private static final Map<String, BindingReader> KINDS =
            new TreeMap<>(Map.of("process", new ProcessReader(), "java", new JavaReader(), "http", new HttpReader()));

    private final Values values;
    private final Map<String, BindingReader> kinds = new TreeMap<>(KINDS);

    WorkersFileReader(Values values) {
        this.values = values;
    }

    /** What could be read; of use only if there are no problems. */
    WorkersFile read(Json document) {
        JsonPointer root = JsonPointer.ROOT;
        JsonObject file = values.object(document, root);
        values.refuseUnknown(file, root, Set.of("group", "models", "workers"));
        Optional<String> group = values.optional(file, root, "group", values::text);
        kinds.put("llm", new LlmReader(new ModelsReader(values, Limits.DEFAULT).read(file, root)));
        JsonPointer at = root.child("workers");
        Map<String, WorkerBinding> workers = new LinkedHashMap<>();
        file.get("workers")
                .map(value -> values.object(value, at))
                .orElseGet(() -> {
                    if (values.problems().isEmpty()) {
                        values.problem(at, "an object of workers by name", "got nothing");
                    }
                    return JsonObject.EMPTY;
                })
                .members()
                .forEach((name, value) ->
                        binding(value, at.child(name)).ifPresent(binding -> workers.put(name, binding)));
        // Of the whole file, so after all of it is read.
        KnownSecrets known = values.knownSecrets();
        workers.replaceAll((name, binding) ->
                binding instanceof WorkerBinding.Program program ? program.keepingFrom(known) : binding);
        return new WorkersFile(group, workers);
    }

    private Optional<WorkerBinding> binding(Json value, JsonPointer at) {
        if (!(value instanceof JsonObject worker)) {
            values.problem(at, "an object with one of " + kinds.keySet(), "got " + Values.found(value));
            return Optional.empty();
        }
        List<String> named = kinds.keySet().stream().filter(worker::has).toList();
        if (named.size() != 1) {
            values.problem(at, "one of " + kinds.keySet(), named.isEmpty() ? "got none" : "got " + named);
            return Optional.empty();
        }
        return kinds.get(named.get(0)).read(worker, at, values);
    }
}
