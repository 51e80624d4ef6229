package io.patchboard.workflow.blueprint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.workflow.ir.Node;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One way from a task, map or parallel, or from the workflow's input, to what is done next, through nodes that call
 * nobody.
 *
 * @param source the node; absent for the input
 * @param guards CEL over {@code item}, the source's output; all hold on this way
 * @param passed the nodes on it that call nobody, in order
 * @param seconds what its waits come to
 */
record Route(Optional<Node> source, List<String> guards, List<Node> passed, BigDecimal seconds) {

    Route {
        guards = List.copyOf(guards);
        passed = List.copyOf(passed);
    }

    /** The way that goes on from a task, or from the input. */
    static Route from(Optional<Node> source) {
        return new Route(source, List.of(), List.of(), BigDecimal.ZERO);
    }

    Route passing(Node node, BigDecimal waited) {
        List<Node> longer = new ArrayList<>(passed);
        longer.add(node);
        return new Route(source, guards, longer, seconds.add(waited));
    }

    Route where(List<String> more) {
        List<String> all = new ArrayList<>(guards);
        all.addAll(more);
        return new Route(source, all, passed, seconds);
    }

    /** A checked condition with its variables bound to the item, which nodes that call nobody hand on as it is. */
    static String bound(String condition) {
        Set<String> reads;
        try {
            reads = CelExpression.compileCondition(condition, Set.of("input", "output"))
                    .reads();
        } catch (CelCompileException e) {
            throw new IllegalStateException("Expected a workflow that was checked, but got " + condition, e);
        }
        String text = reads.isEmpty() ? "(" + condition + ")" : condition;
        for (String variable : reads.stream().sorted().toList()) {
            text = "[item].exists(" + variable + ", " + text + ")";
        }
        return text;
    }

    /** CEL: the outputs that take this way, of all that there have been. */
    String taken() {
        String all = source.map(task -> outputs(task)).orElse("[state.input]");
        return guards.isEmpty() ? all : all + ".filter(item, " + String.join(" && ", guards) + ")";
    }

    /** A path pattern: where that stands what it goes on from. */
    String trigger() {
        return source.map(node -> JsonPointer.ROOT
                        .child("outputs")
                        .child(node.id())
                        .child("*")
                        .toString())
                .orElse("/input");
    }

    /** CEL: that all hold; absent for none. */
    static Optional<String> all(List<String> conditions) {
        return conditions.isEmpty() ? Optional.empty() : Optional.of(String.join(" && ", conditions));
    }

    /** CEL: all outputs that a node has had. */
    private static String outputs(Node node) {
        return "state.outputs[\"" + node.id() + "\"]";
    }
}
