package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.record.BudgetKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compiles budgets. */
final class BudgetCompiler {

    private final Parts parts;

    BudgetCompiler(Parts parts) {
        this.parts = parts;
    }

    /** A board's budgets: without a number of its own, its invocations are bounded all the same. */
    Budgets board(Optional<JsonPlace> node) {
        return budgets(node, Optional.of(Budgets.DEFAULT_INVOCATIONS));
    }

    Budgets worker(Optional<JsonPlace> node) {
        return budgets(node, Optional.empty());
    }

    private Budgets budgets(Optional<JsonPlace> node, Optional<Long> invocations) {
        List<Budget> list = new ArrayList<>();
        add(BudgetKind.INVOCATIONS, integer(node, "invocations").or(() -> invocations), list);
        add(BudgetKind.TOKENS, integer(node, "tokens"), list);
        node.flatMap(part -> part.child("cost"))
                .flatMap(JsonPlace::amount)
                .ifPresent(most -> list.add(new Budget(BudgetKind.COST, most)));
        node.flatMap(part -> part.child("duration"))
                .flatMap(parts::duration)
                .ifPresent(most -> list.add(new Budget(BudgetKind.DURATION, Budgets.seconds(most))));
        Optional<Long> stateBytes = integer(node, "stateBytes");
        add(BudgetKind.STATE_BYTES, stateBytes, list);
        Optional<Long> blobBytes = integer(node, "blobBytes");
        add(BudgetKind.TOOL_CALLS, integer(node, "toolCalls"), list);
        return new Budgets(list, stateBytes, blobBytes);
    }

    private static Optional<Long> integer(Optional<JsonPlace> node, String name) {
        return node.flatMap(part -> part.integer(name));
    }

    private static void add(BudgetKind kind, Optional<Long> most, List<Budget> list) {
        most.ifPresent(bound -> list.add(new Budget(kind, BigDecimal.valueOf(bound))));
    }
}
