package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelExpression;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Compiles what a worker of kind {@code board} says of its boards. */
record BoardCompiler(Parts parts) {

    private static final Set<String> VARIABLES = Set.of("state", "item", "items", "path", "version");

    /** Absent where the worker is of another kind, or something is wrong, which has been reported. */
    Optional<BoardSpec> compile(JsonPlace worker, WorkerRole.Kind kind, List<WriteGrant> writes) {
        Optional<JsonPlace> node = worker.child("board");
        if (kind != WorkerRole.Kind.BOARD) {
            node.ifPresent(part -> parts.problems()
                    .add(
                            part.at(),
                            "Expected board only of a worker with \"kind: board\", but this one is of another."));
            return Optional.empty();
        }
        for (String member : List.of("queue", "keys", "unsolicited")) {
            worker.child(member)
                    .ifPresent(part -> parts.problems()
                            .add(
                                    part.at(),
                                    "Expected no " + member + " of a worker with \"kind: board\", but got one: boards"
                                            + " answer for it."));
        }
        if (node.isEmpty()) {
            parts.problems()
                    .add(
                            worker.at(),
                            "Expected board to name the blueprint of a worker with \"kind: board\", but it is missing.");
            return Optional.empty();
        }
        JsonPlace board = node.get();
        return place(board, writes)
                .flatMap(result -> board.text("blueprint")
                        .map(name -> new BoardSpec(
                                name,
                                board.child("input").flatMap(part -> parts.expression(part, VARIABLES)),
                                result,
                                board.child("share").flatMap(this::share))));
    }

    /** A number is the expression of itself. */
    private Optional<CelExpression> share(JsonPlace share) {
        return parts.expression(
                share.text().isPresent()
                        ? share
                        : new JsonPlace(Json.of(share.value().toString()), share.at()),
                VARIABLES);
    }

    private Optional<BoardSpec.Place> place(JsonPlace board, List<WriteGrant> writes) {
        Optional<JsonPlace> result = board.child("result");
        if (result.isEmpty()) {
            return Optional.empty(); // the meta-schema has said so
        }
        String text = result.get().text().orElse("");
        if (!text.startsWith("/")) {
            return parts.expression(result.get(), VARIABLES).map(BoardSpec.Computed::new);
        }
        Optional<JsonPointer> pointer = pointer(text);
        if (pointer.filter(at -> writes.stream().anyMatch(grant -> grant.allows("add", at)))
                .isEmpty()) {
            parts.problems()
                    .add(
                            result.get().at(),
                            "Expected a JSON Pointer at which the worker may add, or an expression, but its write contract"
                                    + " grants no add at \"" + text + "\".");
        }
        return pointer.map(BoardSpec.Fixed::new);
    }

    private static Optional<JsonPointer> pointer(String text) {
        try {
            return Optional.of(JsonPointer.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
