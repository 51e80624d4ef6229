package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.patch.PathPattern;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * Who validates a worker ({@code validates}) is somebody else, sees nothing that is private to it, and may write
 * something that it may not. That what is read is bounded and fresh needs no check: every view is.
 */
final class Validators {

    private final JsonPlace root;
    private final SortedMap<String, WorkerRole> workers;
    private final Map<PathPattern, Set<String>> owners;
    private final Problems problems;

    /** @param owners by private path, the roles that it is private to */
    Validators(
            JsonPlace root,
            SortedMap<String, WorkerRole> workers,
            Map<PathPattern, Set<String>> owners,
            Problems problems) {
        this.root = root;
        this.workers = workers;
        this.owners = owners;
        this.problems = problems;
    }

    void check() {
        for (WorkerRole validator : workers.values()) {
            validated(validator.name()).ifPresent(of -> of.text().ifPresent(name -> check(validator, of, name)));
        }
    }

    private void check(WorkerRole validator, JsonPlace of, String name) {
        Optional<WorkerRole> planner = Optional.ofNullable(workers.get(name));
        if (planner.isEmpty()) {
            problems.add(of.at(), problems.unknown("worker", workers.keySet(), name));
        } else if (leadsBack(validator.name())) {
            problems.add(
                    of.at(),
                    "Expected a validator that nobody validates whom it validates, but \"" + validator.name()
                            + "\" validates \"" + name + "\", and that leads back to \"" + validator.name()
                            + "\". Have another worker validate one of them.");
        } else {
            checkScratch(validator, of, name);
            checkVerdict(validator, of, planner.get());
        }
    }

    private void checkScratch(WorkerRole validator, JsonPlace of, String name) {
        for (Map.Entry<PathPattern, Set<String>> scratch : owners.entrySet()) {
            if (scratch.getValue().containsAll(List.of(validator.name(), name))) {
                problems.add(
                        of.at(),
                        "Expected a validator that does not see what its planner keeps to itself, but "
                                + scratch.getKey()
                                + " is private to \"" + name + "\" and to \"" + validator.name()
                                + "\". Take one of them out of private.");
            }
        }
    }

    private void checkVerdict(WorkerRole validator, JsonPlace of, WorkerRole planner) {
        List<PathPattern> plans = written(planner);
        boolean hasOwn = written(validator).stream()
                .anyMatch(verdict -> plans.stream().noneMatch(plan -> plan.includes(verdict)));
        if (!hasOwn) {
            problems.add(
                    of.at(),
                    "Expected a place for the verdict that \"" + validator.name() + "\" may write and \""
                            + planner.name()
                            + "\" may not, but there is none. Grant the former such a place, or take it"
                            + " from the latter.");
        }
    }

    private static List<PathPattern> written(WorkerRole role) {
        return role.writes().stream()
                .filter(grant -> !grant.operations().equals(Set.of("test")))
                .map(WriteGrant::path)
                .toList();
    }

    private boolean leadsBack(String validator) {
        Set<String> seen = new HashSet<>();
        Optional<String> next = validated(validator).flatMap(JsonPlace::text);
        while (next.isPresent() && !next.get().equals(validator) && seen.add(next.get())) {
            next = validated(next.get()).flatMap(JsonPlace::text);
        }
        return next.filter(validator::equals).isPresent();
    }

    private Optional<JsonPlace> validated(String worker) {
        return root.into("workers").child(worker).flatMap(node -> node.child("validates"));
    }
}
