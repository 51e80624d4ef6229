package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonNumber;
import java.math.BigDecimal;
import java.util.Optional;

/** Compiles budgets. */
final class BudgetCompiler {

    private final Parts parts;

    BudgetCompiler(Parts parts) {
        this.parts = parts;
    }

    /** A board's budgets: without a number of its own, its invocations are bounded all the same. */
    Budgets board(Optional<Node> node) {
        Budgets declared = worker(node);
        return new Budgets(
                declared.invocations().or(() -> Optional.of(Budgets.DEFAULT_INVOCATIONS)),
                declared.tokens(),
                declared.cost(),
                declared.duration(),
                declared.stateBytes());
    }

    Budgets worker(Optional<Node> node) {
        return new Budgets(
                node.flatMap(part -> part.integer("invocations")),
                node.flatMap(part -> part.integer("tokens")),
                node.flatMap(part -> part.child("cost")).flatMap(BudgetCompiler::number),
                node.flatMap(part -> part.child("duration")).flatMap(parts::duration),
                node.flatMap(part -> part.integer("stateBytes")));
    }

    private static Optional<BigDecimal> number(Node node) {
        return node.value() instanceof JsonNumber number ? Optional.of(number.value()) : Optional.empty();
    }
}
