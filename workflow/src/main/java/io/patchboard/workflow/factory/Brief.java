package io.patchboard.workflow.factory;

import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.workflow.ir.Effect;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.List;
import java.util.Optional;

/**
 * A specification in words (C.2.3, specification translation): the instruction of a model that does the work, and what
 * an approximate match is told beside what it knows.
 */
public final class Brief {

    private final StringBuilder text = new StringBuilder();

    private Brief() {}

    /** The brief for a task that nobody in the catalogue does. */
    public static String of(Workflow workflow, AgentSpec spec) {
        Brief brief = new Brief();
        brief.line("Your part of the workflow \"" + workflow.name() + "\" is: "
                + spec.node().name() + ".");
        brief.line("You have to be able to: " + String.join(", ", spec.capabilities()) + ".");
        if (!spec.undoes().isEmpty()) {
            brief.undoes(workflow, spec.undoes());
        }
        brief.part("What you are given is item.value of your view", spec.input());
        brief.part(
                "Answer with one operation, which adds your output where your contract says. The output",
                spec.output());
        brief.policy(workflow, spec);
        return brief.text.toString();
    }

    private void line(String words) {
        text.append(words).append("\n\n");
    }

    private void part(String what, Optional<Json> schema) {
        if (schema.isEmpty()) {
            line(what + " may be any JSON value.");
        } else {
            line(what + " follows this JSON Schema:");
            text.append("```json\n")
                    .append(JsonWriter.pretty(schema.get()).strip())
                    .append("\n```\n\n");
        }
    }

    /** What changes something outside, which depends on what, how it is recovered, and in which order (C.2.4). */
    private void undoes(Workflow workflow, List<Node> done) {
        line("You undo work that was done before the workflow failed or was cancelled. Work is undone in the reverse"
                + " order of its completion, so what was built on yours is undone already.");
        for (Node node : done) {
            Policy.Compensation taken =
                    workflow.policyOf(node).flatMap(Policy::compensation).orElseThrow();
            boolean again = taken.safeReinvoke() || node.effect() != Effect.EACH;
            line("- What \"" + node.id() + "\" (" + node.name() + ") did. Its effect outside is "
                    + switch (node.effect()) {
                        case NONE -> "none: there is nothing to take back, say so in your output.";
                        case IDEMPOTENT -> "the same however often it was done: take it back once.";
                        case EACH ->
                            "one for each time that it was done: take back the one that \"undoes\" in your view"
                                    + " tells, and no other.";
                    }
                    + (again
                            ? " You may be invoked again under the same key: find out first whether it is undone"
                                    + " already, and then do nothing."
                            : "")
                    + " If it cannot be taken back, answer with an error that says what a person has to do.");
        }
    }

    private void policy(Workflow workflow, AgentSpec spec) {
        spec.seconds().ifPresent(seconds -> line("You have " + seconds.toPlainString() + " seconds."));
        workflow.policyOf(spec.node())
                .flatMap(Policy::keyTemplate)
                .ifPresent(key -> line("What you do outside, do under the key of your invocation, so that it is done"
                        + " once over all attempts."));
        spec.log().map(workflow.logSchemas()::get).ifPresent(schema -> part("What you log", Optional.of(schema)));
    }
}
