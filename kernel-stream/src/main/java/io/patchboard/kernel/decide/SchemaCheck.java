package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import java.util.Optional;

/** Does the state satisfy the blueprint's schema? */
final class SchemaCheck {

    private SchemaCheck() {}

    static Checked<Candidate> check(Candidate candidate) {
        return Checked.unless(violation(candidate.admitted().board().rules(), candidate.state()), candidate);
    }

    static Optional<Rejection> violation(Blueprint blueprint, Json state) {
        return blueprint
                .stateSchema()
                .validate(state)
                .map(violation -> new Rejection(
                        Stage.SCHEMA,
                        violation.keyword(),
                        violation.pointer().toString(),
                        Optional.of(violation.schemaPointer()),
                        violation.message()));
    }
}
