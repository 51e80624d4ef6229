package io.patchboard.kernel.apply;

import io.patchboard.json.Json;
import io.patchboard.json.Versions;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.patch.MarkedPlaces;
import io.patchboard.kernel.patch.Origin;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Problem;

/** The board begins, with its first state. */
final class BoardCreatedApplier {

    private BoardCreatedApplier() {}

    static void apply(BoardCreated created, Blueprints blueprints, BoardEdit edit) {
        String hash = created.stateHash().hex();
        MarkedPlaces.problem(created.marked(), created.state()).ifPresent(problem -> {
            throw edit.corrupt(problem);
        });
        edit.state()
                .begin(
                        blueprint(created.blueprint(), blueprints, edit),
                        Versions.markAll(created.state(), edit.header().version()),
                        MarkedPlaces.origins(
                                Origin.ofNobody(edit.header().sequence()), created.marked(), created.state()),
                        hash,
                        created.parent(),
                        edit.header());
        created.usage().ifPresent(edit::charge);
        edit.memory().watch(circuit -> circuit.began(edit.header().sequence(), hash));
    }

    static Blueprint blueprint(Json source, Blueprints blueprints, BoardEdit edit) {
        return switch (blueprints.recompile(source)) {
            case CompileResult.Valid valid -> valid.blueprint();
            case CompileResult.Invalid invalid -> {
                Problem first = invalid.problems().get(0);
                throw edit.corrupt(
                        "The blueprint does not compile, at \"" + first.pointer() + "\": " + first.message());
            }
        };
    }
}
