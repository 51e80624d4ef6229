package io.patchboard.kernel.replay;

import io.patchboard.json.Json;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Child;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Marked;
import io.patchboard.record.Parent;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * That boards which were made for invocations of others begin as the logs of those say: for which invocation, of
 * which input, and tainted by what it shows.
 */
public final class Children {

    /** How a board begins, by its own log or by that of its parent; without a parent, it was made for nobody. */
    private record Beginning(Optional<Parent> parent, Optional<Json> input, List<Marked> marked) {

        Optional<String> above() {
            return parent.map(Parent::boardId);
        }
    }

    private final Map<String, Beginning> asked = new HashMap<>();
    private final NavigableMap<String, Beginning> made = new TreeMap<>();

    /** Takes the entries of all boards, in any order. */
    public void accept(LogEntry entry) {
        if (entry.event() instanceof WorkerInvoked invoked && invoked.child().isPresent()) {
            String id = invoked.invocationId();
            asked.put(
                    Child.boardId(entry.boardId(), id),
                    new Beginning(
                            Optional.of(invoked.child().get().parent(entry.boardId(), id, invoked.worker())),
                            invoked.child().get().input(),
                            Child.marked(invoked.taint())));
        } else if (entry.event() instanceof BoardCreated created) {
            made.put(entry.boardId(), new Beginning(created.parent(), Optional.of(created.input()), created.marked()));
        }
    }

    /** The parents whose logs were not read, so that nothing can be said of their children. */
    public NavigableSet<String> missing(Predicate<String> isRead) {
        NavigableSet<String> missing = new TreeSet<>();
        made.values().stream()
                .flatMap(beginning -> beginning.above().stream())
                .filter(isRead.negate())
                .forEach(missing::add);
        return missing;
    }

    /**
     * What is otherwise, by child board.
     *
     * @param isRead whether the log of a board was accepted
     */
    public NavigableMap<String, List<Difference>> differences(Predicate<String> isRead) {
        NavigableMap<String, List<Difference>> all = new TreeMap<>();
        made.forEach((id, beginning) -> {
            Optional<Beginning> expected = Optional.ofNullable(asked.get(id));
            boolean isTold = beginning.above().filter(isRead).isPresent();
            List<Difference> differences =
                    expected.isPresent() || isTold ? differences(expected, beginning) : List.of();
            if (!differences.isEmpty()) {
                all.put(id, differences);
            }
        });
        return all;
    }

    private static List<Difference> differences(Optional<Beginning> asked, Beginning beginning) {
        List<Difference> differences = new ArrayList<>();
        String parent = text(beginning.parent());
        if (asked.isEmpty()) {
            differences.add(new Difference(
                    1, "parent", "an invocation of that board which it was made for", parent + ", which has none"));
            return differences;
        }
        Beginning expected = asked.get();
        compare("parent", text(expected.parent()), parent, differences);
        compare("marked", expected.marked().toString(), beginning.marked().toString(), differences);
        if (expected.input().isPresent() && !expected.input().equals(beginning.input())) {
            differences.add(new Difference(1, "input", "the one that the invocation has", "another"));
        }
        return differences;
    }

    private static void compare(String what, String expected, String found, List<Difference> differences) {
        if (!expected.equals(found)) {
            differences.add(new Difference(1, what, expected, found));
        }
    }

    private static String text(Optional<Parent> parent) {
        return parent.map(Parent::toJson).map(Json::toString).orElse("none");
    }
}
