package io.patchboard.blueprints.envelope;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Problem;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one worker is granted, held against what it may be granted. */
final class WorkerCheck {

    private final Envelope envelope;
    private final WorkerRole role;
    private final List<Problem> found;
    private final JsonPointer at;

    WorkerCheck(Envelope envelope, WorkerRole role, List<Problem> found) {
        this.envelope = envelope;
        this.role = role;
        this.found = found;
        this.at = JsonPointer.ROOT.child("workers").child(role.name());
    }

    void check() {
        envelope.allowance(role.name()).ifPresentOrElse(this::check, () -> {
            Set<String> names = new TreeSet<>(envelope.workers().keySet());
            problem(at, "one of the workers " + Envelope.sorted(names), "got \"" + role.name() + "\"");
        });
    }

    private void check(Envelope.Allowance own) {
        Set<String> queues = Stream.concat(envelope.all().queues().stream(), own.queues().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        if (!queues.contains(role.queue())) {
            problem(at.child("queue"), "one of the queues " + Envelope.sorted(queues), "got \"" + role.queue() + "\"");
        }
        if (role.unsolicited() && !own.unsolicited()) {
            problem(at.child("unsolicited"), "a worker that proposes only when invited", "got true");
        }
        for (int i = 0; i < role.reads().size(); i++) {
            PathPattern read = role.reads().get(i);
            boolean allowed = any(envelope.all().reads(), own.reads(), line -> line.coversAll(read));
            if (!allowed) {
                problem(at.child("read").child(i), "a path within what may be read", "got \"" + read + "\"");
            }
        }
        for (int i = 0; i < role.writes().size(); i++) {
            check(role.writes().get(i), own, at.child("write").child(i));
        }
    }

    private void check(WriteGrant grant, Envelope.Allowance own, JsonPointer place) {
        Set<String> refused = grant.operations().stream()
                .filter(operation -> !any(
                        envelope.all().writes(),
                        own.writes(),
                        line -> line.allows(operation, grant.path(), grant.overwrite())))
                .collect(Collectors.toSet());
        if (!refused.isEmpty()) {
            problem(
                    place,
                    "a grant within what may be written",
                    "got " + Envelope.sorted(refused) + " at \"" + grant.path() + "\""
                            + (grant.overwrite() ? " with onConflict: overwrite" : ""));
        }
    }

    private static <T> boolean any(List<T> all, List<T> own, Predicate<T> condition) {
        return Stream.concat(all.stream(), own.stream()).anyMatch(condition);
    }

    private void problem(JsonPointer place, String expected, String but) {
        found.add(new Problem(
                place.toString(), "Expected " + expected + " of the envelope at " + place + ", but " + but + "."));
    }
}
