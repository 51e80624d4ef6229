package io.patchboard.gateway.config;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Circumstances;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** {@code version: NAME} beside a worker, or {@code versions: {NAME: {..., share: 0.1}, ...}} in its place. */
final class VersionsReader {

    static final String VERSION = "version";
    static final String VERSIONS = "versions";

    private static final String SHARE = "share";

    private final Values values;
    private final Function<JsonPlace, Optional<WorkerBinding>> plain;

    /** @param plain reads a worker without its version */
    VersionsReader(Values values, Function<JsonPlace, Optional<WorkerBinding>> plain) {
        this.values = values;
        this.plain = plain;
    }

    Optional<WorkerBinding> read(JsonPlace worker) {
        if (worker.has(VERSIONS)) {
            values.refuseUnknown(worker, Set.of(VERSIONS));
            return several(values.section(worker, VERSIONS));
        }
        if (!worker.has(VERSION)) {
            return plain.apply(worker);
        }
        Optional<String> name = worker.child(VERSION).flatMap(values::text).filter(text -> fits(text, worker));
        return plain.apply(without(worker, VERSION))
                .flatMap(binding -> name.map(known -> new WorkerBinding.Versions(
                        List.of(new WorkerBinding.Versions.Version(known, BigDecimal.ONE, binding)))));
    }

    private Optional<WorkerBinding> several(JsonPlace versions) {
        List<WorkerBinding.Versions.Version> all = new ArrayList<>();
        BigDecimal left = BigDecimal.ONE;
        List<JsonPlace> rest = new ArrayList<>();
        for (JsonPlace version : versions.members()) {
            Optional<BigDecimal> share = version.child(SHARE).flatMap(values::amount);
            if (share.isEmpty()) {
                rest.add(version);
                continue;
            }
            left = left.subtract(share.get());
            add(version, share.get(), all);
        }
        if (rest.size() != 1) {
            values.problem(
                    versions.at(),
                    "one version without a share, which has the boards that are left",
                    "got " + rest.size() + " of them");
            return Optional.empty();
        }
        if (left.signum() < 0) {
            values.problem(versions.at(), "shares of 1 in all at most", "they are more");
        }
        add(rest.get(0), left.max(BigDecimal.ZERO), all);
        return all.isEmpty() ? Optional.empty() : Optional.of(new WorkerBinding.Versions(all));
    }

    private void add(JsonPlace version, BigDecimal share, List<WorkerBinding.Versions.Version> all) {
        if (fits(version.name(), version)) {
            plain.apply(without(version, SHARE))
                    .ifPresent(binding -> all.add(new WorkerBinding.Versions.Version(version.name(), share, binding)));
        }
    }

    private boolean fits(String name, JsonPlace at) {
        boolean fits = !name.isBlank() && name.length() <= Circumstances.MOST_VERSION_CHARS;
        if (!fits) {
            values.problem(
                    at.at(), "a version of 1 to " + Circumstances.MOST_VERSION_CHARS + " characters", "got another");
        }
        return fits;
    }

    private static JsonPlace without(JsonPlace place, String name) {
        return place.value() instanceof JsonObject object ? new JsonPlace(object.without(name), place.at()) : place;
    }
}
