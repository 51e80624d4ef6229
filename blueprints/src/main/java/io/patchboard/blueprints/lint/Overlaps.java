package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.schema.WorkBudget;
import io.patchboard.record.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Write contracts of different workers that let them do the same operation to the same place, so that one can undo what
 * the other did. Additions to an array move what is there and undo nothing.
 *
 * <p>Contracts are grouped by pattern first, and a pattern is one finding however many workers and other patterns it
 * meets.
 */
public final class Overlaps {

    private static final int MOST_FINDINGS = 20;
    private static final int MOST_NAMES = 5;
    private static final Set<String> HARMLESS = Set.of("test", "create");
    private static final Set<String> INSERTING = Set.of("add", "copy");

    /** All that is claimed at the places of one pattern: who may do what. */
    private static final class Group {

        private final PathPattern path;
        private final JsonPointer place;
        private final boolean inserts;
        private final Map<String, Set<String>> workers = new TreeMap<>();

        private Group(Claim first, boolean inserts) {
            this.path = first.path();
            this.place = first.place();
            this.inserts = inserts;
        }

        private int size() {
            return workers.values().stream().mapToInt(Set::size).sum();
        }

        private void add(Claim claim) {
            for (String operation : claim.operations()) {
                boolean harmless = HARMLESS.contains(operation) || inserts && INSERTING.contains(operation);
                if (!harmless) {
                    workers.computeIfAbsent(operation, key -> new TreeSet<>()).add(claim.worker());
                }
            }
        }
    }

    private Overlaps() {}

    /** @param areArrays whether all that can be at the places of a pattern are arrays */
    public static List<Problem> find(List<Claim> claims, Predicate<PathPattern> areArrays, WorkBudget work) {
        Map<PathPattern, Group> groups = new LinkedHashMap<>();
        for (Claim claim : claims) {
            groups.computeIfAbsent(claim.path(), path -> new Group(claim, inserts(path, areArrays)))
                    .add(claim);
        }
        List<Group> order = groups.values().stream()
                .filter(group -> !group.workers.isEmpty())
                .toList();
        List<Problem> found = new ArrayList<>();
        int unshown = 0;
        for (int i = 0; i < order.size(); i++) {
            Map<String, Set<String>> shared = shared(order, i, work);
            if (shared.isEmpty()) {
                continue;
            }
            if (found.size() < MOST_FINDINGS) {
                found.add(new Problem(order.get(i).place.toString(), message(order.get(i), shared)));
            } else {
                unshown++;
            }
        }
        if (unshown > 0) {
            found.add(new Problem(
                    "/workers",
                    "Expected write contracts that keep apart, but those of " + unshown
                            + " more paths overlap with another worker's."));
        }
        return found;
    }

    private static boolean inserts(PathPattern path, Predicate<PathPattern> areArrays) {
        List<String> segments = path.segments();
        if (path.isDeep() || segments.isEmpty()) {
            return false;
        }
        JsonPointer parent = new JsonPointer(segments).parent();
        return segments.get(segments.size() - 1).equals(JsonPointer.END)
                || areArrays.test(PathPattern.parse(parent.toString()));
    }

    /** By operation, the workers that may do it at places of this pattern and of itself or a later one. */
    private static Map<String, Set<String>> shared(List<Group> order, int index, WorkBudget work) {
        Group group = order.get(index);
        Map<String, Set<String>> shared = new TreeMap<>();
        for (int other = index; other < order.size(); other++) {
            Group met = order.get(other);
            if (!work.spend(1
                    + Math.min(group.path.segments().size(), met.path.segments().size()))) {
                break;
            }
            if (group.path.overlaps(met.path) && work.spend(group.size() + met.size())) {
                group.workers.forEach((operation, workers) -> {
                    Set<String> both = new TreeSet<>(workers);
                    Set<String> theirs = met.workers.getOrDefault(operation, Set.of());
                    both.addAll(theirs);
                    if (!theirs.isEmpty() && both.size() > 1) {
                        shared.computeIfAbsent(operation, key -> new TreeSet<>())
                                .addAll(both);
                    }
                });
            }
        }
        return shared;
    }

    private static String message(Group group, Map<String, Set<String>> shared) {
        Set<String> workers = new TreeSet<>();
        shared.values().forEach(workers::addAll);
        String some = workers.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        int more = workers.size() - MOST_NAMES;
        return "Expected one worker for each place, but " + some + (more > 0 ? " and " + more + " more" : "")
                + " may all "
                + String.join(", ", shared.keySet()) + " at "
                + (group.path.toString().isEmpty() ? "the root" : group.path)
                + " or the same places under another pattern, and the last one wins. Give each worker places of its own,"
                + " or have it `test` what it replaces.";
    }
}
