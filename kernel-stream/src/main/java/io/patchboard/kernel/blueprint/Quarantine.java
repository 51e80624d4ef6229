package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.ClosedTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that words from outside stay with those who may read them: a quarantined worker writes closed types alone and
 * reaches nothing, and who is shown handles has no other way to be shown the words.
 */
final class Quarantine {

    private final Map<String, WorkerRole> workers;
    private final Problems problems;

    private Quarantine(Map<String, WorkerRole> workers, Problems problems) {
        this.workers = workers;
        this.problems = problems;
    }

    static void check(JsonPlace root, Json stateSchema, Map<String, WorkerRole> workers, Problems problems) {
        Quarantine quarantine = new Quarantine(workers, problems);
        ClosedTypes types = new ClosedTypes(stateSchema);
        for (JsonPlace worker : root.child("workers").map(JsonPlace::members).orElse(List.of())) {
            WorkerRole role = workers.get(worker.at().last());
            if (role.boundary().quarantined()) {
                quarantine.quarantined(worker, role, types);
            }
            if (role.boundary().handles()) {
                quarantine.handles(worker, role);
            }
        }
        root.items("rules").forEach(quarantine::pinned);
    }

    private void pinned(JsonPlace rule) {
        rule.text("invoke")
                .map(workers::get)
                .filter(role -> role.boundary().handles() && rule.flag("pin"))
                .ifPresent(role -> problems.add(
                        rule.at().child("pin"),
                        "Expected views of worker \"" + role.name()
                                + "\", which is shown handles, to be of the state as"
                                + " it is, since of a former one nobody knows where values come from. Take pin out."));
    }

    private void quarantined(JsonPlace worker, WorkerRole role, ClosedTypes types) {
        String name = role.name();
        refuse(worker, "egress", role.boundary().egress(), "a quarantined worker that reaches nothing outside");
        refuse(worker, "handles", role.boundary().handles(), "a quarantined worker, which is there to read the words");
        refuse(
                worker,
                "kind",
                role.kind() == WorkerRole.Kind.BOARD,
                "a quarantined worker that answers itself, since a board's result has no closed type");
        Map<String, PathPattern> paths = new HashMap<>();
        role.writes().forEach(grant -> paths.put(grant.path().toString(), grant.path()));
        for (JsonPlace grant : worker.items("write")) {
            if (PathChecks.writes(grant)) {
                grant.text("path")
                        .flatMap(text -> Optional.ofNullable(paths.get(text)))
                        .flatMap(types::problem)
                        .ifPresent(why -> problems.add(
                                grant.at().child("path"),
                                "Expected quarantined worker \"" + name
                                        + "\" to write closed types only (enums, numbers,"
                                        + " dates, bounded identifiers), since it reads untrusted words, but at "
                                        + grant.text("path").orElse("") + " " + why
                                        + ". Close the type in state.schema, or take the path out of its contract."));
            }
        }
    }

    private void handles(JsonPlace worker, WorkerRole role) {
        String what = "a worker that is shown handles in place of untrusted words";
        refuse(worker, "unsolicited", role.unsolicited(), what + " to be invited, since only a view has handles");
        refuse(
                worker,
                "neighbourhood",
                role.reach().isPresent(),
                what + " to be without a neighbourhood, whose places" + " may have names from outside");
        refuse(
                worker,
                "kind",
                role.kind() == WorkerRole.Kind.BOARD,
                what + " to be no board, whose input is made of the state as it is");
        boolean undoes = workers.values().stream()
                .anyMatch(other -> other.handler().filter(role.name()::equals).isPresent());
        refuse(worker, "handles", undoes, what + " to undo nothing, since it would be shown what was done");
    }

    private void refuse(JsonPlace worker, String member, boolean wrong, String expected) {
        if (wrong) {
            problems.add(
                    worker.at().child(member),
                    "Expected " + expected + ", but worker \"" + worker.at().last() + "\" is not so. Take " + member
                            + " out, or have another worker do this.");
        }
    }
}
