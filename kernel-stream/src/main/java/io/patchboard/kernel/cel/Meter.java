package io.patchboard.kernel.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationListener;
import dev.cel.runtime.ConcatenatedListView;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/**
 * Charges each evaluated node, and its value by all that is in it: as many times as it is in it, so that a list of two
 * references to a list that is made in the same way weighs what going through it costs. An argument is charged before
 * the function gets it, so whatever reads its arguments once (a comparison, a search, a concatenation, a message of an
 * error) is paid for, and makes no more than was paid for.
 *
 * <p>What fails has no value and is not announced. But its arguments were, and are left without a node that takes them.
 */
final class Meter implements CelEvaluationListener {

    /** Making an exception, and those around it, costs more than a hundred nodes. */
    static final long FAILURE = 200;

    private static final long MEMBER = 10;

    private final Budget budget;
    private final Outline outline;
    private final Deque<Outline.Node> pending = new ArrayDeque<>();

    Meter(Budget budget, Outline outline) {
        this.budget = budget;
        this.outline = outline;
    }

    @Override
    public void callback(CelExpr expression, Object value) {
        budget.charge(1);
        weigh(value);
        Optional<Outline.Node> node = outline.node(expression.id());
        if (node.isPresent()) {
            budget.charge(node.get().surcharge().units(value));
            settle(node.get());
        }
    }

    private void weigh(Object value) {
        if (value instanceof String text) {
            budget.chargeCharacters(text.length());
        } else if (value instanceof CelByteString bytes) {
            budget.chargeCharacters(bytes.size());
        } else if (value instanceof Optional<?> optional) {
            optional.ifPresent(this::weigh);
        } else if (value instanceof Collection<?> items) {
            weighItems(items);
        } else if (value instanceof Map<?, ?> map && !(value instanceof CelViews.ObjectView)) {
            map.forEach((key, member) -> {
                budget.charge(MEMBER);
                weigh(key);
                weigh(member);
            });
        }
    }

    /** Views are charged as they are read, and the accumulator of a loop with each round. */
    private void weighItems(Collection<?> items) {
        if (items instanceof CelViews.ArrayView || items instanceof ConcatenatedListView) {
            return;
        }
        for (Object item : items) {
            budget.charge(1);
            weigh(item);
        }
    }

    /** Takes what was evaluated for a node; what is left within it was for one that failed. */
    private void settle(Outline.Node node) {
        Outline.Node scope = node.aroundLoop().orElse(node);
        while (!pending.isEmpty() && scope.contains(pending.element())) {
            Outline.Node done = pending.pop();
            budget.charge(done == node || done.isFor(node) ? 0 : FAILURE);
        }
        if (scope == node) {
            pending.push(node);
        }
    }
}
