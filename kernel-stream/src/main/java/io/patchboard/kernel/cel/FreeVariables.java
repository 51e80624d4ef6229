package io.patchboard.kernel.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelComprehension;
import java.util.HashSet;
import java.util.Set;

/** Finds the names that an expression reads from outside. A name that a macro such as {@code all} binds is its own. */
final class FreeVariables {

    private final Set<String> free = new HashSet<>();

    private FreeVariables() {}

    static Set<String> of(CelExpr expression) {
        FreeVariables variables = new FreeVariables();
        variables.visit(expression, Set.of());
        return variables.free;
    }

    private void visit(CelExpr expression, Set<String> bound) {
        switch (expression.exprKind().getKind()) {
            case IDENT -> {
                if (!bound.contains(expression.ident().name())) {
                    free.add(expression.ident().name());
                }
            }
            case SELECT -> visit(expression.select().operand(), bound);
            case CALL -> {
                expression.call().target().ifPresent(target -> visit(target, bound));
                expression.call().args().forEach(argument -> visit(argument, bound));
            }
            case LIST -> expression.list().elements().forEach(element -> visit(element, bound));
            case STRUCT -> expression.struct().entries().forEach(entry -> visit(entry.value(), bound));
            case MAP ->
                expression.map().entries().forEach(entry -> {
                    visit(entry.key(), bound);
                    visit(entry.value(), bound);
                });
            case COMPREHENSION -> visit(expression.comprehension(), bound);
            case CONSTANT, NOT_SET -> {}
        }
    }

    private void visit(CelComprehension loop, Set<String> bound) {
        visit(loop.iterRange(), bound);
        visit(loop.accuInit(), bound);
        Set<String> inResult = new HashSet<>(bound);
        inResult.add(loop.accuVar());
        Set<String> inLoop = new HashSet<>(inResult);
        inLoop.add(loop.iterVar());
        inLoop.add(loop.iterVar2());
        visit(loop.loopCondition(), inLoop);
        visit(loop.loopStep(), inLoop);
        visit(loop.result(), inResult);
    }
}
