package io.patchboard.gateway.config;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNull;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.Problem;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns the document into typed values and collects every problem on the way. */
final class WorkersFileReader {

    private static final int MAX_INSTANCES = 1_000;

    private final Path folder;
    private final List<Problem> problems = new ArrayList<>();

    WorkersFileReader(Path folder) {
        this.folder = folder;
    }

    List<Problem> problems() {
        return problems;
    }

    /** What could be read; of use only if there are no problems. */
    WorkersFile read(Json document) {
        JsonPointer root = JsonPointer.ROOT;
        JsonObject file = object(document, root);
        refuseUnknown(file, root, Set.of("group", "workers"));
        Optional<String> group = file.get("group").flatMap(value -> text(value, root.child("group")));
        JsonPointer at = root.child("workers");
        Map<String, WorkerBinding> workers = new LinkedHashMap<>();
        file.get("workers")
                .map(value -> object(value, at))
                .orElseGet(() -> {
                    if (problems.isEmpty()) {
                        problem(at, "an object of workers by name", "got nothing");
                    }
                    return JsonObject.EMPTY;
                })
                .members()
                .forEach((name, value) ->
                        binding(value, at.child(name)).ifPresent(binding -> workers.put(name, binding)));
        return new WorkersFile(group, workers);
    }

    private Optional<WorkerBinding> binding(Json value, JsonPointer at) {
        if (!(value instanceof JsonObject worker)) {
            problem(at, "an object with \"process\" or \"java\"", "got " + found(value));
            return Optional.empty();
        }
        if (worker.has("process") == worker.has("java")) {
            problem(at, "either \"process\" or \"java\"", worker.has("process") ? "got both" : "got neither");
            return Optional.empty();
        }
        return worker.has("process") ? program(worker, at) : provided(worker, at);
    }

    private Optional<WorkerBinding> program(JsonObject worker, JsonPointer at) {
        refuseUnknown(worker, at, Set.of("process", "timeout", "instances", "env"));
        List<String> command = command(worker.get("process").orElse(JsonNull.NULL), at.child("process"));
        int instances = worker.get("instances")
                .map(value -> instances(value, at.child("instances")))
                .orElse(1);
        Map<String, String> env = new LinkedHashMap<>();
        worker.get("env")
                .map(value -> object(value, at.child("env")))
                .orElse(JsonObject.EMPTY)
                .members()
                .forEach((name, value) ->
                        string(value, at.child("env").child(name)).ifPresent(text -> env.put(name, text)));
        return Optional.of(new WorkerBinding.Program(command, folder, timeout(worker, at), instances, env));
    }

    private Optional<WorkerBinding> provided(JsonObject worker, JsonPointer at) {
        refuseUnknown(worker, at, Set.of("java", "timeout"));
        Duration timeout = timeout(worker, at);
        return worker.get("java")
                .flatMap(value -> text(value, at.child("java")))
                .flatMap(reference -> {
                    int slash = reference.indexOf('/');
                    if (slash <= 0 || slash == reference.length() - 1) {
                        problem(at.child("java"), "<provider>/<worker>", "got \"" + reference + "\"");
                        return Optional.empty();
                    }
                    return Optional.of(new WorkerBinding.Provided(
                            reference.substring(0, slash), reference.substring(slash + 1), timeout));
                });
    }

    private List<String> command(Json value, JsonPointer at) {
        if (!(value instanceof JsonArray array) || array.isEmpty()) {
            problem(at, "a list of a program and its arguments", "got " + found(value));
            return List.of();
        }
        List<String> command = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            JsonPointer place = at.child(i);
            (i == 0 ? text(array.get(i), place) : string(array.get(i), place)).ifPresent(command::add);
        }
        return command;
    }

    private Duration timeout(JsonObject worker, JsonPointer at) {
        return worker.get("timeout")
                .flatMap(value -> {
                    Optional<Duration> timeout = duration(value);
                    if (timeout.isEmpty()) {
                        problem(
                                at.child("timeout"),
                                "an ISO 8601 duration above zero, such as PT30S",
                                "got " + found(value));
                    }
                    return timeout;
                })
                .orElse(WorkerBinding.DEFAULT_TIMEOUT);
    }

    private static Optional<Duration> duration(Json value) {
        try {
            return value instanceof JsonString text
                    ? Optional.of(Duration.parse(text.value()))
                            .filter(duration -> !duration.isZero() && !duration.isNegative())
                    : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private int instances(Json value, JsonPointer at) {
        if (value instanceof JsonNumber number
                && number.isIntegral()
                && number.value().signum() > 0
                && number.value().compareTo(BigDecimal.valueOf(MAX_INSTANCES)) <= 0) {
            return number.value().intValueExact();
        }
        problem(at, "an integer from 1 to " + MAX_INSTANCES, "got " + found(value));
        return 1;
    }

    private JsonObject object(Json value, JsonPointer at) {
        if (value instanceof JsonObject object) {
            return object;
        }
        problem(at, "an object", "got " + found(value));
        return JsonObject.EMPTY;
    }

    private Optional<String> text(Json value, JsonPointer at) {
        Optional<String> text = string(value, at);
        if (text.isPresent() && text.get().isEmpty()) {
            problem(at, "a string that is not empty", "got \"\"");
        }
        return text.filter(filled -> !filled.isEmpty());
    }

    private Optional<String> string(Json value, JsonPointer at) {
        if (value instanceof JsonString text) {
            return Optional.of(text.value());
        }
        boolean scalar = value instanceof JsonNumber || value instanceof JsonBoolean;
        problem(at, "a string", "got " + found(value) + (scalar ? "; put it in quotes" : ""));
        return Optional.empty();
    }

    private void refuseUnknown(JsonObject object, JsonPointer at, Set<String> known) {
        for (String name : object.names()) {
            if (!known.contains(name)) {
                problem(at.child(name), "one of " + known.stream().sorted().toList(), "got \"" + name + "\"");
            }
        }
    }

    private void problem(JsonPointer at, String expected, String but) {
        String where = at.isRoot() ? "the top" : at.toString();
        problems.add(new Problem(at.toString(), "Expected " + expected + " at " + where + ", but " + but + "."));
    }

    private static String found(Json value) {
        return value instanceof JsonObject || value instanceof JsonArray array && !array.isEmpty()
                ? "an " + value.typeName()
                : value.toString();
    }
}
