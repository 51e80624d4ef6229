package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.cel.CelCompileException;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Role;
import io.patchboard.workflow.ir.Workflow;
import java.util.Optional;
import java.util.Set;

/** The typed operations of planning (3.7): pre- and postconditions are conditions, and a validator gives a verdict. */
final class ContractCheck {

    private static final Json VERDICT = JsonReader.parse("""
            {"type": "object", "required": ["valid", "errors"],
             "properties": {"valid": {"type": "boolean"}, "errors": {"type": "array"}}}
            """);

    private final Workflow workflow;
    private final Remarks remarks;

    ContractCheck(Workflow workflow, Remarks remarks) {
        this.workflow = workflow;
        this.remarks = remarks;
    }

    void run() {
        workflow.nodes().forEach(this::check);
    }

    private void check(Node node) {
        JsonPointer io = node.at().child("io");
        check(node, io.child("requires"), node.requires(), Set.of(GuardCheck.INPUT));
        check(node, io.child("ensures"), node.ensures(), Set.of(GuardCheck.INPUT, GuardCheck.OUTPUT));
        workflow.schema(node.output())
                .filter(given -> node.role() == Role.VALIDATOR)
                .filter(given -> SchemaFit.of(given, VERDICT) == SchemaFit.REFUTED)
                .ifPresent(given -> remarks.error(
                        io.child("output"),
                        "Expected of the validator \"" + node.id() + "\" an output with valid, a boolean, and errors, a"
                                + " list, but its schema accepts others."));
    }

    private void check(Node node, JsonPointer at, Optional<String> condition, Set<String> variables) {
        if (condition.isPresent() && node.type() != NodeType.TASK) {
            remarks.error(at, "Expected conditions of tasks alone, since no other node makes anything of its input.");
        } else if (condition.isPresent()) {
            try {
                CelExpression.compileCondition(condition.get(), variables);
            } catch (CelCompileException e) {
                remarks.error(at, e.getMessage());
            }
        }
    }
}
