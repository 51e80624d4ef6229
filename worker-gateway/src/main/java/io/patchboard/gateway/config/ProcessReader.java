package io.patchboard.gateway.config;

import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNull;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code process: [PROGRAM, ARGUMENT...]}. */
final class ProcessReader implements BindingReader {

    private static final int MAX_INSTANCES = 1_000;
    private static final int MAX_COUNT = 1_000_000;
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8})(KiB|MiB|GiB)");
    private static final Map<String, Long> UNITS = Map.of("KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

    @Override
    public Optional<WorkerBinding> read(JsonObject worker, JsonPointer at, Values values) {
        values.refuseUnknown(worker, at, Set.of("process", "timeout", "instances", "env", "inheritEnv", "limits"));
        List<String> command = values.command(worker.get("process").orElse(JsonNull.NULL), at.child("process"));
        int instances = values.optional(
                        worker, at, "instances", (value, place) -> values.integer(value, place, 1, MAX_INSTANCES))
                .orElse(1);
        ProgramEnvironment environment = environment(worker, at, values);
        ProgramLimits limits = worker.get("limits")
                .map(value -> limits(values.object(value, at.child("limits")), at.child("limits"), values))
                .orElse(ProgramLimits.NONE);
        return Optional.of(new WorkerBinding.Program(
                command, values.folder(), values.timeout(worker, at), instances, environment, limits));
    }

    private static ProgramEnvironment environment(JsonObject worker, JsonPointer at, Values values) {
        Map<String, String> plain = new LinkedHashMap<>();
        Map<String, Secret> secrets = new LinkedHashMap<>();
        JsonPointer place = at.child("env");
        worker.get("env")
                .map(value -> values.object(value, place))
                .orElse(JsonObject.EMPTY)
                .members()
                .forEach((name, value) -> {
                    if (value instanceof JsonObject) {
                        values.secret(value, place.child(name)).ifPresent(secret -> secrets.put(name, secret));
                    } else {
                        values.string(value, place.child(name)).ifPresent(text -> plain.put(name, text));
                    }
                });
        return new ProgramEnvironment(inherited(worker, at, values), plain, secrets);
    }

    private static Optional<List<String>> inherited(JsonObject worker, JsonPointer at, Values values) {
        Json inherit = worker.get("inheritEnv").orElse(JsonBoolean.of(true));
        if (inherit instanceof JsonBoolean all) {
            return all.value() ? Optional.empty() : Optional.of(List.of());
        }
        JsonPointer place = at.child("inheritEnv");
        if (!(inherit instanceof JsonArray array)) {
            values.problem(place, "true, false, or a list of variables", "got " + Values.found(inherit));
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            values.text(array.get(i), place.child(i)).ifPresent(names::add);
        }
        return Optional.of(names);
    }

    private static ProgramLimits limits(JsonObject limits, JsonPointer at, Values values) {
        values.refuseUnknown(limits, at, Set.of("memory", "cpu", "openFiles", "processes"));
        return new ProgramLimits(
                values.optional(limits, at, "memory", (value, place) -> size(value, place, values))
                        .map(number -> OptionalLong.of(number))
                        .orElse(OptionalLong.empty()),
                values.optional(limits, at, "cpu", values::duration),
                count(limits, at, "openFiles", values),
                count(limits, at, "processes", values));
    }

    private static OptionalLong count(JsonObject limits, JsonPointer at, String name, Values values) {
        return values.optional(limits, at, name, (value, place) -> values.integer(value, place, 1, MAX_COUNT))
                .map(number -> OptionalLong.of(number))
                .orElse(OptionalLong.empty());
    }

    private static Optional<Long> size(Json value, JsonPointer at, Values values) {
        if (value instanceof JsonString text) {
            Matcher size = SIZE.matcher(text.value());
            if (size.matches()) {
                return Optional.of(Long.parseLong(size.group(1)) * UNITS.get(size.group(2)));
            }
        }
        values.problem(at, "a size such as 512MiB or 2GiB", "got " + Values.found(value));
        return Optional.empty();
    }
}
