package io.patchboard.kernel.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelComprehension;
import java.util.HashSet;
import java.util.Set;

/**
 * What can be told of an expression without evaluating it: the names that it reads from outside, whether it asks where
 * values come from, and how its loops are nested.
 *
 * <p>A name that a macro such as {@code all} binds is its own. A search with {@code in} counts as a loop; a loop over a
 * list that stands in the expression does not, since it takes the same work each time.
 */
final class Shape {

    private static final String IN = "@in";

    private final Set<String> reads = new HashSet<>();
    private int loops;

    private Shape() {}

    static Shape of(CelExpr expression) {
        Shape shape = new Shape();
        shape.visit(expression, Set.of(), 0);
        return shape;
    }

    Set<String> reads() {
        return reads;
    }

    /** How many loops are within each other at most. */
    int loops() {
        return loops;
    }

    /** @param depth loops around it */
    private void visit(CelExpr expression, Set<String> bound, int depth) {
        loops = Math.max(loops, depth);
        switch (expression.exprKind().getKind()) {
            case IDENT -> {
                if (!bound.contains(expression.ident().name())) {
                    reads.add(expression.ident().name());
                }
            }
            case SELECT -> visit(expression.select().operand(), bound, depth);
            case CALL -> {
                if (expression.call().function().equals(CelExpression.DEGRADED)) {
                    reads.add(CelExpression.DEGRADED);
                }
                expression.call().target().ifPresent(target -> visit(target, bound, depth));
                expression.call().args().forEach(argument -> visit(argument, bound, depth));
                if (expression.call().function().equals(IN)
                        && !isList(expression.call().args().get(1))) {
                    loops = Math.max(loops, depth + 1);
                }
            }
            case LIST -> expression.list().elements().forEach(element -> visit(element, bound, depth));
            case STRUCT -> expression.struct().entries().forEach(entry -> visit(entry.value(), bound, depth));
            case MAP ->
                expression.map().entries().forEach(entry -> {
                    visit(entry.key(), bound, depth);
                    visit(entry.value(), bound, depth);
                });
            case COMPREHENSION -> visit(expression.comprehension(), bound, depth);
            case CONSTANT, NOT_SET -> {}
        }
    }

    private void visit(CelComprehension loop, Set<String> bound, int depth) {
        visit(loop.iterRange(), bound, depth);
        visit(loop.accuInit(), bound, depth);
        Set<String> inResult = new HashSet<>(bound);
        inResult.add(loop.accuVar());
        Set<String> inLoop = new HashSet<>(inResult);
        inLoop.add(loop.iterVar());
        inLoop.add(loop.iterVar2());
        int inside = isList(loop.iterRange()) ? depth : depth + 1;
        visit(loop.loopCondition(), inLoop, inside);
        visit(loop.loopStep(), inLoop, inside);
        visit(loop.result(), inResult, depth);
    }

    private static boolean isList(CelExpr expression) {
        return expression.exprKind().getKind() == CelExpr.ExprKind.Kind.LIST;
    }
}
