package io.patchboard.kernel.replay;

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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * That boards which were made for invocations of others begin as the logs of those say: for which invocation, and
 * tainted by what it shows.
 */
public final class Children {

    /** How a board begins, by its own log or by that of its parent. */
    private record Beginning(Parent parent, List<Marked> marked) {}

    private final Map<String, Beginning> asked = new HashMap<>();
    private final NavigableMap<String, Beginning> made = new TreeMap<>();

    /** Takes the entries of all boards, in any order. */
    public void accept(LogEntry entry) {
        if (entry.event() instanceof WorkerInvoked invoked && invoked.child().isPresent()) {
            String id = invoked.invocationId();
            asked.put(
                    Child.boardId(entry.boardId(), id),
                    new Beginning(
                            invoked.child().get().parent(entry.boardId(), id, invoked.worker()),
                            Child.marked(invoked.taint())));
        } else if (entry.event() instanceof BoardCreated created) {
            created.parent().ifPresent(parent -> made.put(entry.boardId(), new Beginning(parent, created.marked())));
        }
    }

    /** The parents whose logs were not read, so that nothing can be said of their children. */
    public NavigableSet<String> missing(Predicate<String> isRead) {
        NavigableSet<String> missing = new TreeSet<>();
        made.values().stream()
                .map(beginning -> beginning.parent().boardId())
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
            if (isRead.test(beginning.parent().boardId())) {
                List<Difference> differences = differences(id, beginning);
                if (!differences.isEmpty()) {
                    all.put(id, differences);
                }
            }
        });
        return all;
    }

    private List<Difference> differences(String id, Beginning beginning) {
        List<Difference> differences = new ArrayList<>();
        Beginning expected = asked.get(id);
        String parent = beginning.parent().toJson().toString();
        if (expected == null) {
            differences.add(new Difference(
                    1, "parent", "an invocation of that board which it was made for", parent + ", which has none"));
            return differences;
        }
        if (!expected.parent().toJson().equals(beginning.parent().toJson())) {
            differences.add(
                    new Difference(1, "parent", expected.parent().toJson().toString(), parent));
        }
        if (!expected.marked().equals(beginning.marked())) {
            differences.add(new Difference(
                    1,
                    "marked",
                    expected.marked().toString(),
                    beginning.marked().toString()));
        }
        return differences;
    }
}
