package io.patchboard.kernel.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import io.patchboard.kernel.regex.MeteredRegex;
import io.patchboard.kernel.regex.UnusableRegexException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The nodes of an expression by id, and its regular expressions that can be compiled before it is evaluated. */
final class Outline {

    /** Which nodes are within which: those within one have the numbers that follow its own. */
    static final class Node {

        private final int first;
        private final boolean loop;
        private final Optional<Node> parent;
        private final Surcharge surcharge;
        private int last;

        private Node(int first, boolean loop, Optional<Node> parent, Surcharge surcharge) {
            this.first = first;
            this.loop = loop;
            this.parent = parent;
            this.surcharge = surcharge;
        }

        boolean contains(Node other) {
            return first <= other.first && other.first <= last;
        }

        /** The loop that it is evaluated for; absent if that is another node. */
        Optional<Node> aroundLoop() {
            return parent.isPresent() && parent.get().loop ? parent : Optional.empty();
        }

        boolean isFor(Node node) {
            return parent.isPresent() && parent.get() == node;
        }

        /** What its parent does with it beyond reading it. */
        Surcharge surcharge() {
            return surcharge;
        }
    }

    private final Map<Long, Optional<Node>> nodes = new HashMap<>();
    private final Map<String, MeteredRegex> patterns = new HashMap<>();
    private final List<String> unusable = new ArrayList<>();
    private final Set<String> functions = new HashSet<>();
    private int count;

    private Outline() {}

    static Outline of(CelExpr expression) {
        Outline outline = new Outline();
        outline.visit(expression, Optional.empty(), Surcharge.NONE);
        return outline;
    }

    Optional<Node> node(long id) {
        return nodes.getOrDefault(id, Optional.empty());
    }

    /** Those that stand in the expression as a text, and are ones. */
    Map<String, MeteredRegex> patterns() {
        return patterns;
    }

    /** The names of those of {@link CelFunctions} that it calls. */
    Set<String> functions() {
        return functions;
    }

    /** What is wrong with those that stand in the expression as a text, and are none. */
    List<String> unusable() {
        return unusable;
    }

    private void visit(CelExpr expression, Optional<Node> parent, Surcharge surcharge) {
        boolean loop = expression.exprKind().getKind() == CelExpr.ExprKind.Kind.COMPREHENSION;
        Node node = new Node(count++, loop, parent, surcharge);
        Optional<Node> here = Optional.of(node);
        nodes.put(expression.id(), here);
        switch (expression.exprKind().getKind()) {
            case SELECT -> visit(expression.select().operand(), here, Surcharge.NONE);
            case CALL -> visit(expression.call(), here);
            case LIST -> expression.list().elements().forEach(element -> visit(element, here, Surcharge.NONE));
            case STRUCT -> expression.struct().entries().forEach(entry -> visit(entry.value(), here, Surcharge.NONE));
            case MAP ->
                expression.map().entries().forEach(entry -> {
                    visit(entry.key(), here, Surcharge.NONE);
                    visit(entry.value(), here, Surcharge.NONE);
                });
            case COMPREHENSION -> {
                visit(expression.comprehension().iterRange(), here, Surcharge.NONE);
                visit(expression.comprehension().accuInit(), here, Surcharge.NONE);
                visit(expression.comprehension().loopCondition(), here, Surcharge.NONE);
                visit(expression.comprehension().loopStep(), here, Surcharge.NONE);
                visit(expression.comprehension().result(), here, Surcharge.NONE);
            }
            case IDENT, CONSTANT, NOT_SET -> {}
        }
        node.last = count - 1;
    }

    private void visit(CelExpr.CelCall call, Optional<Node> here) {
        if (CelFunctions.NAMES.contains(call.function())) {
            functions.add(call.function());
        }
        call.target().ifPresent(target -> visit(target, here, Surcharge.ofFirst(call.function())));
        for (int i = 0; i < call.args().size(); i++) {
            CelExpr argument = call.args().get(i);
            boolean isFirst = i == 0 && call.target().isEmpty();
            visit(argument, here, isFirst ? Surcharge.ofFirst(call.function()) : Surcharge.ofOther(call.function()));
            if (call.function().equals("matches")) {
                precompile(argument);
            }
        }
    }

    private void precompile(CelExpr argument) {
        if (argument.exprKind().getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && argument.constant().getKind() == CelConstant.Kind.STRING_VALUE) {
            try {
                String source = argument.constant().stringValue();
                patterns.put(source, CelFunctions.compiled(source));
            } catch (UnusableRegexException e) {
                // Says so when it is evaluated, too: boards that exist may have it.
                unusable.add("Expected a regular expression of RE2, which has no lookaround and no backreferences, in"
                        + " matches(), but got '" + argument.constant().stringValue() + "': " + e.getMessage() + ".");
            }
        }
    }
}
