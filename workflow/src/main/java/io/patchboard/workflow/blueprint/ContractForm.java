package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Role;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The typed operations of planning (ALAS, 3.7) as invariants. What a task requires is an invariant of what is handed on
 * to it, so whoever hands on something else is told; what it ensures is one of its outputs.
 */
final class ContractForm {

    private static final String VERDICT = "self.valid == (size(self.errors) == 0)";

    private final Workflow workflow;
    private final Routes routes;
    private final WorkerForm workers;
    private final List<Problem> unsupported;
    private final List<Json> invariants = new ArrayList<>();

    /** @param unsupported takes postconditions over an input that is not known when there is an output */
    ContractForm(Workflow workflow, Routes routes, WorkerForm workers, List<Problem> unsupported) {
        this.workflow = workflow;
        this.routes = routes;
        this.workers = workers;
        this.unsupported = unsupported;
    }

    List<Json> invariants() {
        workflow.graph().nodes().stream()
                .filter(node -> node.type() == NodeType.TASK)
                .forEach(node -> {
                    before(node);
                    after(node);
                });
        return List.copyOf(invariants);
    }

    private void before(Node node) {
        List<Route> ways = routes.to(node);
        for (int i = 0; i < ways.size(); i++) {
            Route way = ways.get(i);
            List<String> required = new ArrayList<>();
            node.requires().map(condition -> Route.bound(condition)).ifPresent(required::add);
            if (way.source().filter(from -> from.role() == Role.VALIDATOR).isPresent()) {
                if (node.role() == Role.OPTIMIZER) {
                    required.add("item.valid");
                } else if (node.role() == Role.REPAIR) {
                    required.add("!item.valid");
                }
            }
            if (!required.isEmpty()) {
                String handedOn = "(" + String.join(" && ", required) + ")";
                String taken =
                        Route.all(way.guards()).map(all -> "!(" + all + ") || ").orElse("");
                add(
                        node.id() + ".requires" + (ways.size() == 1 ? "" : "." + (i + 1)),
                        way.trigger(),
                        "[self].exists(item, " + taken + handedOn + ")",
                        "What is handed on to \"" + node.id() + "\" satisfies its precondition: "
                                + node.requires().orElse(node.role() == Role.REPAIR ? "not valid" : "valid") + ".");
            }
        }
    }

    private void after(Node node) {
        String outputs = Routes.outputs(node);
        if (node.role() == Role.VALIDATOR) {
            add(node.id() + ".verdict", outputs, VERDICT, "A verdict is valid if and only if it has no errors.");
        }
        node.ensures()
                .flatMap(condition -> rule(node, condition))
                .ifPresent(rule -> add(
                        node.id() + ".ensures",
                        outputs,
                        rule,
                        "The output of \"" + node.id() + "\" satisfies its postcondition: "
                                + node.ensures().orElseThrow()));
    }

    /** One thing is done at a time, so what a task works on is what the node before it made last. */
    private Optional<String> rule(Node node, String condition) {
        String ensured = "[self].exists(output, " + condition + ")";
        if (!reads(condition).contains("input")) {
            return Optional.of(ensured);
        }
        Set<Optional<Node>> sources =
                routes.to(node).stream().map(Route::source).collect(Collectors.toSet());
        if (sources.size() != 1 || workers.caught(node).findAny().isPresent()) {
            unsupported.add(new Problem(
                    node.at().child("io").child("ensures").toString(),
                    "Expected a postcondition over the output alone, since more than one node leads to \"" + node.id()
                            + "\"."));
            return Optional.empty();
        }
        String input = sources.iterator()
                .next()
                .map(source -> "state.outputs[\"" + source.id() + "\"]")
                .map(list -> list + "[size(" + list + ") - 1]")
                .orElse("state.input");
        return Optional.of("[" + input + "].exists(input, " + ensured + ")");
    }

    private static Set<String> reads(String condition) {
        try {
            return CelExpression.compileCondition(condition, Set.of("input", "output"))
                    .reads();
        } catch (CelCompileException e) {
            throw new IllegalStateException("Expected a workflow that was checked, but got " + condition, e);
        }
    }

    /** Asked once, of what is new: what a task worked on does not change any more. */
    private void add(String name, String path, String rule, String message) {
        invariants.add(JsonObject.builder()
                .put("name", name)
                .put("path", path)
                .put("symmetric", true)
                .put("rule", rule)
                .put("message", message)
                .build());
    }
}
