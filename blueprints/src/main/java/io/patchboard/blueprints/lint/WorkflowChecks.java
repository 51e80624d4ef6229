package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.SchemaPlaces;
import io.patchboard.kernel.schema.WorkBudget;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds what is allowed in a workflow but probably not meant. */
final class WorkflowChecks {

    static final long MOST_STEPS = 5_000_000;

    private WorkflowChecks() {}

    static void check(Blueprint blueprint, Problems warnings) {
        check(blueprint, MOST_STEPS, warnings);
    }

    /** @param steps that each of the two analyses may take */
    static void check(Blueprint blueprint, long steps, Problems warnings) {
        WorkBudget graphing = new WorkBudget(steps);
        RuleGraph graph = RuleGraphs.of(blueprint, graphing);
        if (!graphing.isExhausted()) {
            add(EndlessCycles.find(graph), warnings);
            // One whose path leads out of the schema is told of already.
            add(
                    DeadParts.find(graph).stream()
                            .filter(problem -> !warnings.hasBelow(JsonPointer.parse(problem.pointer() + "/on")))
                            .toList(),
                    warnings);
        }
        WorkBudget comparing = new WorkBudget(steps);
        add(overlaps(blueprint, comparing), warnings);
        if (graphing.isExhausted() || comparing.isExhausted()) {
            warnings.add(
                    JsonPointer.ROOT,
                    "Expected a workflow that can be checked within " + steps + " steps, but comparing "
                            + (graphing.isExhausted() ? "rules with" : "") + " write contracts takes more; some of what"
                            + " validation looks for was not looked for. Use fewer rules or write patterns.");
        }
    }

    private static void add(List<Problem> found, Problems warnings) {
        found.forEach(problem -> warnings.add(problem.pointer(), problem.message()));
    }

    private static List<Problem> overlaps(Blueprint blueprint, WorkBudget work) {
        List<Claim> claims = new ArrayList<>();
        for (WorkerRole role : blueprint.workers().values()) {
            for (int i = 0; i < role.writes().size(); i++) {
                WriteGrant grant = role.writes().get(i);
                JsonPointer place = new JsonPointer(List.of("workers", role.name(), "write", Integer.toString(i)));
                claims.add(new Claim(inPlaceOf(role, blueprint), grant.operations(), grant.path(), place));
            }
        }
        SchemaPlaces places = blueprint.stateSchema().places();
        Map<PathPattern, Boolean> arrays = new HashMap<>();
        return Overlaps.find(
                claims, path -> arrays.computeIfAbsent(path, parent -> places.areArrays(parent, work)), work);
    }

    /**
     * In whose place a worker writes: a fallback that nothing else asks comes where the worker that it stands in for
     * has given up, so the two never write at once.
     */
    private static String inPlaceOf(WorkerRole role, Blueprint blueprint) {
        WorkerRole first = role;
        Set<String> seen = new HashSet<>();
        while (first.degraded() && isAskedByNobody(first, blueprint) && seen.add(first.name())) {
            String name = first.name();
            List<WorkerRole> caught = blueprint.workers().values().stream()
                    .filter(other -> other.catchers().contains(name))
                    .toList();
            if (caught.size() != 1) {
                return name;
            }
            first = caught.get(0);
        }
        return first.name();
    }

    private static boolean isAskedByNobody(WorkerRole role, Blueprint blueprint) {
        return !role.unsolicited()
                && blueprint.rules().stream()
                        .noneMatch(rule -> rule.invoke().candidates().contains(role.name()));
    }
}
