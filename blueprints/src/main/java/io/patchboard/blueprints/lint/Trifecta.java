package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Problems;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.WorkBudget;
import io.patchboard.record.Taint;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Words from outside, what is confidential, and a way to the outside: where one worker may come to have all three,
 * somebody can make it give away what he may not know. What flows over the board composes, so the whole blueprint is
 * looked at: who may write what whom else may read. A kernel does not invite such a worker, as soon as it would be
 * shown both; here it is told before there is a board.
 */
public final class Trifecta {

    private static final JsonPointer WORKERS = new JsonPointer(List.of("workers"));

    /** Paths that are held against others: far more than the contracts of people's workers have. */
    private static final long MOST_STEPS = 50_000_000;

    private final Blueprint blueprint;
    private final WorkBudget work = new WorkBudget(MOST_STEPS);
    private final Map<Taint, Map<String, String>> ways = new EnumMap<>(Taint.class);

    private Trifecta(Blueprint blueprint) {
        this.blueprint = blueprint;
        for (Taint taint : Taint.values()) {
            ways.put(taint, new TreeMap<>());
        }
    }

    static void check(Blueprint blueprint, Problems warnings) {
        find(blueprint).forEach(warnings::add);
    }

    /** What is told of each worker that may come to have all three, by its place. */
    public static Map<JsonPointer, String> find(Blueprint blueprint) {
        return new Trifecta(blueprint).find();
    }

    private Map<JsonPointer, String> find() {
        for (Taint taint : Taint.values()) {
            follow(taint);
        }
        Map<JsonPointer, String> found = new LinkedHashMap<>();
        blueprint.workers().values().stream()
                .filter(role -> role.boundary().egress())
                .filter(role -> ways.values().stream().allMatch(shown -> shown.containsKey(role.name())))
                .forEach(role -> found.put(WORKERS.child(role.name()).child("egress"), message(role)));
        boolean reachesOutside = blueprint.workers().values().stream()
                .anyMatch(role -> role.boundary().egress());
        if (work.isExhausted() && reachesOutside) {
            found.put(
                    WORKERS,
                    "Expected workers of which can be told within " + MOST_STEPS
                            + " steps what they may be shown, but it takes more. Have them read and write less.");
        }
        return found;
    }

    private String message(WorkerRole role) {
        return "Expected a worker that reaches outside to be shown nothing untrusted or nothing confidential, but "
                + Arrays.stream(Taint.values())
                        .map(taint -> "it may be shown what is " + taint.word() + " ("
                                + ways.get(taint).get(role.name()) + ")")
                        .collect(Collectors.joining(" and "))
                + ". It will not be invited then. Let it read less, or have a worker that endorses, or a gate that does,"
                + " come before.";
    }

    /** Finds who may be shown what is tainted so, and over whom. */
    private void follow(Taint taint) {
        Map<String, String> shown = ways.get(taint);
        boolean grew = true;
        while (grew) {
            grew = false;
            for (WorkerRole reader : blueprint.workers().values()) {
                boolean isSpared = reader.boundary().seen(Set.of(taint)).isEmpty();
                Optional<String> way =
                        isSpared || shown.containsKey(reader.name()) ? Optional.empty() : way(reader, taint, shown);
                way.ifPresent(found -> shown.put(reader.name(), found));
                grew |= way.isPresent();
            }
        }
    }

    private Optional<String> way(WorkerRole reader, Taint taint, Map<String, String> shown) {
        return blueprint.taint().labels().stream()
                .filter(label -> label.taint() == taint && meet(reader, label.path()))
                .map(label -> label.path().toString())
                .findFirst()
                .or(() -> blueprint.workers().values().stream()
                        .filter(writer -> taints(writer, taint, shown).stream().anyMatch(path -> meet(reader, path)))
                        .map(writer -> "written by " + writer.name())
                        .findFirst());
    }

    private boolean meet(WorkerRole reader, PathPattern path) {
        return reader.board().isPresent()
                || work.spend(reader.reads().size()) && reader.reads().stream().anyMatch(path::meets);
    }

    /** Where what this worker writes may be tainted so. */
    private static Set<PathPattern> taints(WorkerRole writer, Taint taint, Map<String, String> shown) {
        Set<PathPattern> places = new LinkedHashSet<>();
        boolean brings = writer.boundary().taint().contains(taint);
        for (WriteGrant grant : writer.writes()) {
            boolean endorsed = writer.boundary().passedOn(Set.of(taint)).isEmpty()
                    || writer.boundary().endorses().stream().anyMatch(path -> path.coversAll(grant.path()));
            if (brings || shown.containsKey(writer.name()) && !endorsed) {
                places.add(grant.path());
            }
        }
        return places;
    }
}
