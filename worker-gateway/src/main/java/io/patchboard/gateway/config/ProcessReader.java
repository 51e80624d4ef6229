package io.patchboard.gateway.config;

import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonPlace;
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
    public Optional<WorkerBinding> read(JsonPlace worker, Values values) {
        values.refuseUnknown(worker, Set.of("process", "timeout", "instances", "env", "inheritEnv", "limits"));
        return Optional.of(program(worker, "process", values));
    }

    /** @param name of the member that holds the program and its arguments */
    static WorkerBinding.Program program(JsonPlace place, String name, Values values) {
        List<String> command = values.command(place.into(name));
        int instances = values.integer(place, "instances", 1, MAX_INSTANCES).orElse(1);
        ProgramEnvironment environment = environment(place, values);
        ProgramLimits limits = place.child("limits")
                .map(found -> limits(values.object(found), values))
                .orElse(ProgramLimits.NONE);
        return new WorkerBinding.Program(
                command, values.folder(), values.timeout(place), instances, environment, limits);
    }

    private static ProgramEnvironment environment(JsonPlace worker, Values values) {
        Map<String, String> plain = new LinkedHashMap<>();
        Map<String, Secret> secrets = new LinkedHashMap<>();
        values.plainOrSecret(values.section(worker, "env"), plain, secrets);
        return new ProgramEnvironment(inherited(worker, values), plain, secrets);
    }

    private static Optional<List<String>> inherited(JsonPlace worker, Values values) {
        if (!worker.has("inheritEnv")) {
            return Optional.empty();
        }
        JsonPlace inherit = worker.into("inheritEnv");
        if (inherit.value() instanceof JsonBoolean all) {
            return all.value() ? Optional.empty() : Optional.of(List.of());
        }
        if (!(inherit.value() instanceof JsonArray)) {
            values.problem(inherit.at(), "true, false, or a list of variables", "got " + Values.found(inherit.value()));
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        inherit.items().forEach(item -> values.text(item).ifPresent(names::add));
        return Optional.of(names);
    }

    private static ProgramLimits limits(JsonPlace limits, Values values) {
        values.refuseUnknown(limits, Set.of("memory", "cpu", "openFiles", "processes"));
        return new ProgramLimits(
                limits.child("memory")
                        .flatMap(place -> size(place, values))
                        .map(number -> OptionalLong.of(number))
                        .orElse(OptionalLong.empty()),
                limits.child("cpu").flatMap(values::duration),
                count(limits, "openFiles", values),
                count(limits, "processes", values));
    }

    private static OptionalLong count(JsonPlace limits, String name, Values values) {
        return values.integer(limits, name, 1, MAX_COUNT)
                .map(number -> OptionalLong.of(number))
                .orElse(OptionalLong.empty());
    }

    private static Optional<Long> size(JsonPlace place, Values values) {
        Optional<Long> size = place.text()
                .map(SIZE::matcher)
                .filter(Matcher::matches)
                .map(match -> Long.parseLong(match.group(1)) * UNITS.get(match.group(2)));
        if (size.isEmpty()) {
            values.problem(place.at(), "a size such as 512MiB or 2GiB", "got " + Values.found(place.value()));
        }
        return size;
    }
}
