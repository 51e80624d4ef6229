package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import java.util.Optional;

/** Compiles budgets. */
final class BudgetCompiler {

    private final Parts parts;

    BudgetCompiler(Parts parts) {
        this.parts = parts;
    }

    /** A board's budgets: without a number of its own, its invocations are bounded all the same. */
    Budgets board(Optional<JsonPlace> node) {
        Budgets declared = worker(node);
        return new Budgets(
                declared.invocations().or(() -> Optional.of(Budgets.DEFAULT_INVOCATIONS)),
                declared.tokens(),
                declared.cost(),
                declared.duration(),
                declared.stateBytes(),
                declared.blobBytes(),
                declared.toolCalls());
    }

    Budgets worker(Optional<JsonPlace> node) {
        return new Budgets(
                node.flatMap(part -> part.integer("invocations")),
                node.flatMap(part -> part.integer("tokens")),
                node.flatMap(part -> part.child("cost")).flatMap(JsonPlace::amount),
                node.flatMap(part -> part.child("duration")).flatMap(parts::duration),
                node.flatMap(part -> part.integer("stateBytes")),
                node.flatMap(part -> part.integer("blobBytes")),
                node.flatMap(part -> part.integer("toolCalls")));
    }
}
