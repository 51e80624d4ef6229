package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.schema.SchemaViolation;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.util.Optional;

/** Does the state satisfy the blueprint's schema? */
public final class SchemaCheck {

    private SchemaCheck() {}

    public static Checked<Candidate> check(Candidate candidate) {
        return found(candidate.admitted().board().rules(), candidate.state())
                .<Checked<Candidate>>map(violation -> Checked.refuse(rejection(violation), violation.pointer()))
                .orElseGet(() -> Checked.pass(candidate));
    }

    public static Optional<Rejection> violation(Blueprint blueprint, Json state) {
        return found(blueprint, state).map(SchemaCheck::rejection);
    }

    private static Optional<SchemaViolation> found(Blueprint blueprint, Json state) {
        return blueprint.stateSchema().validate(state);
    }

    private static Rejection rejection(SchemaViolation violation) {
        return new Rejection(
                Stage.SCHEMA,
                violation.keyword(),
                violation.pointer().toString(),
                Optional.of(violation.schemaPointer()),
                violation.message());
    }
}
