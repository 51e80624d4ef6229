package io.patchboard.kernel.decide.stage;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.blueprint.WriteGrant;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Does the worker's contract grant each operation at each path?
 *
 * <p>A {@code move} must be granted at both of its ends. A {@code copy} must be granted at its target, and its source
 * must be readable, or it would carry what the worker may not see to a place where it may. A {@code test} tells its
 * author something about the value, so it needs leave to read there, or a grant of its own. None of the three may touch
 * what is private to others.
 *
 * <p>An invocation with a neighbourhood may change nothing beyond it, whatever the contract grants.
 */
public final class Authorization {

    private Authorization() {}

    public static Checked<Parsed> check(Parsed parsed) {
        List<Operation> operations = parsed.patch().operations();
        WorkerRole role = parsed.admitted().role();
        Optional<Reaching> reaching = reaching(parsed.admitted());
        for (int i = 0; i < operations.size(); i++) {
            Operation operation = operations.get(i);
            String at = "/patch/" + i;
            Optional<Rejection> rejection =
                    check(operation, at, role).or(() -> reaching.flatMap(near -> near.refusal(operation, at)));
            if (rejection.isPresent()) {
                return Checked.refuse(rejection.get());
            }
        }
        return Checked.pass(parsed);
    }

    /** What holds operations against all that the invocation may change; absent if the contract is the only bound. */
    static Optional<Reaching> reaching(Admitted admitted) {
        return admitted.invocation().flatMap(OpenInvocation::neighbourhood).map(Reaching::new);
    }

    public static Optional<Rejection> check(Operation operation, String at, WorkerRole role) {
        if (Expansion.isRequest(operation)) {
            return Expansion.unauthorized(operation, at, role);
        }
        Optional<Rejection> secret = secret(operation, at, role);
        if (secret.isPresent()) {
            return secret;
        }
        if (operation instanceof Operation.Move move && !role.mayWrite("move", move.from())) {
            return refuse("move", move.from(), at + "/from", role);
        }
        if (operation instanceof Operation.Copy copy && !mayCopyFrom(role, copy.from())) {
            return refuse("copy", copy.from(), at + "/from", role);
        }
        if (operation instanceof Operation.Test test && role.mayRead(test.path())) {
            return Optional.empty();
        }
        return role.mayWrite(operation.op(), operation.path())
                ? Optional.empty()
                : refuse(operation.op(), operation.path(), at + "/path", role);
    }

    /** What is private to others is not looked at, nor carried to where it can be. */
    private static Optional<Rejection> secret(Operation operation, String at, WorkerRole role) {
        if (operation instanceof Operation.Test test && role.hidden().touches(test.path())) {
            return refuseSecret("test", test.path(), at + "/path", role);
        }
        if (operation instanceof Operation.Copy copy && role.hidden().touches(copy.from())) {
            return refuseSecret("copy", copy.from(), at + "/from", role);
        }
        if (operation instanceof Operation.Move move && role.hidden().touches(move.from())) {
            return refuseSecret("move", move.from(), at + "/from", role);
        }
        return Optional.empty();
    }

    private static Optional<Rejection> refuseSecret(String operation, JsonPointer path, String at, WorkerRole role) {
        return Optional.of(Rejection.of(
                RejectionCode.PRIVATE,
                at,
                Optional.of("/private"),
                "Expected a place that holds nothing private to other workers than \"" + role.name() + "\", but got "
                        + operation + " of \"" + path + "\"."));
    }

    private static boolean mayCopyFrom(WorkerRole role, JsonPointer from) {
        return role.mayRead(from) || role.mayWrite("copy", from);
    }

    private static Optional<Rejection> refuse(String operation, JsonPointer path, String at, WorkerRole role) {
        String grants = role.writes().stream().map(WriteGrant::toString).collect(Collectors.joining("; "));
        return Optional.of(Rejection.of(
                RejectionCode.WRITE_CONTRACT,
                at,
                Optional.of("/workers/" + JsonPointer.escape(role.name()) + "/write"),
                "Expected an operation that worker \"" + role.name() + "\" may do ("
                        + (grants.isEmpty() ? "none" : grants) + "), but got " + operation + " at \"" + path + "\"."));
    }
}
