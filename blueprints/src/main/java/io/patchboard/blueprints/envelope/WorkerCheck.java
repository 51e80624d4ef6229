package io.patchboard.blueprints.envelope;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.BoardSpec;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.cel.CelExpression;
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

    private static final Set<String> VALUES = Set.of("state", "item", "items");

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
        role.board().ifPresentOrElse(board -> check(board, own), () -> checkQueue(own));
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

    private void checkQueue(Envelope.Allowance own) {
        Set<String> queues = Stream.concat(envelope.all().queues().stream(), own.queues().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        if (!queues.contains(role.queue())) {
            problem(at.child("queue"), "one of the queues " + Envelope.sorted(queues), "got \"" + role.queue() + "\"");
        }
    }

    /** What the board begins with is made of values of the state, whatever the worker may read. */
    private void check(BoardSpec board, Envelope.Allowance own) {
        JsonPointer place = at.child("board");
        if (!own.allowsBoardsOf(board.blueprint())) {
            problem(
                    place.child("blueprint"),
                    own.boards().isEmpty()
                            ? "no worker with \"kind: board\""
                            : "one of the blueprints " + Envelope.sorted(own.boards()),
                    "got \"" + board.blueprint() + "\"");
        }
        Set<String> values = board.input().map(CelExpression::reads).orElse(Set.of()).stream()
                .filter(VALUES::contains)
                .collect(Collectors.toSet());
        boolean keptFrom =
                envelope.secrets().stream().anyMatch(secrecy -> !secrecy.to().contains(role.name()));
        if (keptFrom && !values.isEmpty()) {
            problem(
                    place.child("input"),
                    "an input without values of the state, since the worker is kept from private paths",
                    "it reads " + Envelope.sorted(values));
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
