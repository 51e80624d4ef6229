package io.patchboard.workflow.check;

import io.patchboard.json.Json;
import io.patchboard.record.Problem;
import io.patchboard.workflow.ir.Workflow;
import java.util.List;
import java.util.Optional;

/** Checks a document that says it is a workflow. */
public final class WorkflowChecker {

    private WorkflowChecker() {}

    /**
     * What the checks came to.
     *
     * @param workflow present if the document can be read, with errors or without
     * @param errors empty if it is well-formed
     * @param undecided what could be neither proved nor refuted
     */
    public record Result(Optional<Workflow> workflow, List<Problem> errors, List<Problem> undecided) {

        public Result {
            errors = List.copyOf(errors);
            undecided = List.copyOf(undecided);
        }

        public boolean isValid() {
            return errors.isEmpty();
        }
    }

    public static Result check(Json document) {
        Workflow.Reading reading = Workflow.read(document);
        if (reading.workflow().isEmpty()) {
            return new Result(Optional.empty(), reading.problems(), List.of());
        }
        Workflow workflow = reading.workflow().get();
        Remarks remarks = new Remarks();
        workflow.graphs().forEach(graph -> new GraphCheck(workflow, graph, remarks).run());
        new NodeCheck(workflow, remarks).run();
        new SchemaCheck(workflow, remarks).run();
        new GuardCheck(workflow, remarks).run();
        new ContractCheck(workflow, remarks).run();
        new PolicyCheck(workflow, remarks).run();
        new KeyCheck(workflow, remarks).run();
        return new Result(reading.workflow(), remarks.errors(), remarks.undecided());
    }
}
