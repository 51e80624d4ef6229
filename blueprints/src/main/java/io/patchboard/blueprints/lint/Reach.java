package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.ChangeKind;
import io.patchboard.kernel.patch.PathPattern;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Which changes a write can make, as far as the patterns tell. */
public final class Reach {

    private static final String ANY = "*";

    private Reach() {}

    /**
     * The kinds of change that a write can make at the places of a pattern; empty if it cannot reach them.
     *
     * @param operations of a grant at {@code written}
     */
    public static Set<ChangeKind> changes(Set<String> operations, PathPattern written, PathPattern watched) {
        Set<ChangeKind> kinds = EnumSet.noneOf(ChangeKind.class);
        List<String> from = written.segments();
        List<String> to = watched.segments();
        int common = Math.min(from.size(), to.size());
        for (int i = 0; i < common; i++) {
            if (!mayBeSame(from.get(i), to.get(i))) {
                return kinds;
            }
        }
        if (to.size() < from.size() && !watched.isDeep()) {
            return kinds; // the value watched is around the one written, which is another place
        }
        boolean inside = written.isDeep() || watched.isDeep() || to.size() > from.size();
        operations.forEach(operation -> kinds.addAll(inside ? inside(operation) : at(operation)));
        if (isAppending(written)) {
            kinds.retainAll(EnumSet.of(ChangeKind.ADD)); // nothing is there before
        }
        return kinds;
    }

    private static boolean isAppending(PathPattern written) {
        List<String> segments = written.segments();
        return !written.isDeep()
                && !segments.isEmpty()
                && segments.get(segments.size() - 1).equals(JsonPointer.END);
    }

    private static boolean mayBeSame(String written, String watched) {
        return written.equals(ANY)
                || watched.equals(ANY)
                || written.equals(watched)
                || written.equals(JsonPointer.END)
                        && JsonPointer.arrayIndex(watched).isPresent();
    }

    /** What an operation does to the place that it names. */
    private static Set<ChangeKind> at(String operation) {
        return switch (operation) {
            case "create" -> EnumSet.of(ChangeKind.ADD);
            case "add", "copy" -> EnumSet.of(ChangeKind.ADD, ChangeKind.REPLACE);
            case "replace" -> EnumSet.of(ChangeKind.REPLACE);
            case "remove" -> EnumSet.of(ChangeKind.REMOVE);
            case "move" -> EnumSet.allOf(ChangeKind.class);
            default -> EnumSet.noneOf(ChangeKind.class);
        };
    }

    /** What an operation can do to the places inside of the one that it names. */
    private static Set<ChangeKind> inside(String operation) {
        return switch (operation) {
            case "test" -> EnumSet.noneOf(ChangeKind.class);
            case "create" -> EnumSet.of(ChangeKind.ADD);
            case "remove" -> EnumSet.of(ChangeKind.REMOVE);
            default -> EnumSet.allOf(ChangeKind.class);
        };
    }
}
