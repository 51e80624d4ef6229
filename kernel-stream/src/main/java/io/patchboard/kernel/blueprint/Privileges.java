package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Operations that take a value away are for roles that say so (section 3.3 of the paper): {@code remove}, and
 * {@code move}, which is granted at both of its ends alike. To replace what is there is no such operation: the paper
 * lets each role replace the fields that are assigned to it.
 */
public final class Privileges {

    private static final Set<String> DESTRUCTIVE = Set.of("remove", "move");

    private Privileges() {}

    /** The operations of a grant that take a value away, as the blueprint has them. */
    public static List<String> destructive(JsonPlace grant) {
        List<String> found = new ArrayList<>();
        for (JsonPlace operation : grant.items("op")) {
            if (operation.value() instanceof JsonString text && DESTRUCTIVE.contains(text.value())) {
                found.add(text.value());
            }
        }
        return found;
    }

    static void check(JsonPlace root, Problems problems) {
        for (JsonPlace worker : root.child("workers").map(JsonPlace::members).orElse(List.of())) {
            if (!worker.flag("privileged")) {
                worker.items("write").forEach(grant -> check(worker, grant, problems));
            }
        }
    }

    private static void check(JsonPlace worker, JsonPlace grant, Problems problems) {
        List<String> operations = destructive(grant);
        if (!operations.isEmpty()) {
            problems.add(
                    grant.at().child("op"),
                    "Expected operations that every worker may be granted, but " + String.join(" and ", operations)
                            + " at " + grant.text("path").orElse("its path")
                            + (operations.size() == 1 ? " takes" : " take")
                            + " values away, which is for privileged workers. Write privileged: true for worker \""
                            + worker.name() + "\", or leave " + String.join(" and ", operations) + " out.");
        }
    }
}
