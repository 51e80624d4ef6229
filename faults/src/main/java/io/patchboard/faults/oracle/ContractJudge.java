package io.patchboard.faults.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.tree.Pointers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Was a role allowed to make this difference? Looks at the states before and after and at the blueprint's text, never
 * at the operations: a change of a place needs a grant that could have brought it about, there or for a whole place
 * above.
 *
 * <p>What a role may not read must not show up where it writes either: a copy out of a private place is found by the
 * texts that it carries.
 */
public final class ContractJudge {

    private static final int SHORTEST_SECRET = 12;

    private final JsonNode workers;

    public ContractJudge(JsonNode blueprint) {
        this.workers = blueprint.get("workers");
    }

    /** @param entitled whether the role might speak at all; otherwise any change is one too many */
    public List<String> findings(JsonNode before, JsonNode after, String role, boolean entitled) {
        List<String> findings = new ArrayList<>();
        List<String> hidden = hidden(before, role);
        for (Change change : Change.between(before, after)) {
            if (!entitled) {
                findings.add("changed at " + Pointers.of(change.path()) + " by somebody without a right to speak");
            } else if (!allowed(change, role)) {
                findings.add(
                        change.kind() + " at " + Pointers.of(change.path()) + " is outside of the contract of " + role);
            } else if (leaks(after, change, hidden)) {
                findings.add("what " + role + " may not read stands at " + Pointers.of(change.path()));
            }
        }
        return findings;
    }

    private boolean allowed(Change change, String role) {
        for (JsonNode grant : workers.path(role).path("write")) {
            List<String> pattern =
                    Pointers.tokens(grant.get("path").textValue()).orElseThrow();
            for (JsonNode op : grant.get("op")) {
                if (explains(op.textValue(), pattern, change)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean explains(String op, List<String> pattern, Change change) {
        boolean writes = Set.of("add", "copy", "move").contains(op);
        boolean here = switch (change.kind()) {
            case ADD -> writes || op.equals("create");
            case REPLACE -> op.equals("replace") || (writes && !change.inArray());
            case REMOVE -> op.equals("remove") || op.equals("move");
        };
        if (here && matches(pattern, change.path(), change.end())) {
            return true;
        }
        for (int length = 0; length < change.path().size(); length++) {
            boolean whole = op.equals("replace") || (op.equals("add") && length > 0);
            if (whole && matches(pattern, change.path().subList(0, length), false)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(List<String> pattern, List<String> path, boolean end) {
        int fixed = pattern.size();
        if (fixed > 0 && pattern.get(fixed - 1).equals("**")) {
            return path.size() >= fixed && prefix(pattern.subList(0, fixed - 1), path, false);
        }
        return fixed == path.size() && prefix(pattern, path, end);
    }

    private static boolean prefix(List<String> pattern, List<String> path, boolean end) {
        for (int i = 0; i < pattern.size(); i++) {
            String expected = pattern.get(i);
            boolean atEnd = expected.equals("-") && end && i == path.size() - 1;
            if (!expected.equals("*") && !atEnd && !expected.equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Texts of the state that the role may not read, nor see as a part of what it may. */
    private List<String> hidden(JsonNode state, String role) {
        List<String> visible = new ArrayList<>();
        List<String> hidden = new ArrayList<>();
        for (List<String> place : Pointers.all(state)) {
            JsonNode node = Pointers.at(state, place);
            if (node.isTextual() && node.textValue().length() >= SHORTEST_SECRET) {
                (mayRead(role, place) ? visible : hidden).add(node.textValue());
            }
        }
        hidden.removeIf(text -> visible.stream().anyMatch(seen -> seen.contains(text)));
        return hidden;
    }

    private static boolean leaks(JsonNode after, Change change, List<String> hidden) {
        return change.kind() != Change.Kind.REMOVE
                && texts(Pointers.at(after, change.path())).stream().anyMatch(hidden::contains);
    }

    private boolean mayRead(String role, List<String> place) {
        for (JsonNode read : workers.path(role).path("read")) {
            List<String> pattern = Pointers.tokens(read.textValue()).orElseThrow();
            for (int length = 0; length <= place.size(); length++) {
                if (matches(pattern, place.subList(0, length), false)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<String> texts(JsonNode tree) {
        return Pointers.all(tree).stream()
                .map(place -> Pointers.at(tree, place))
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .toList();
    }
}
