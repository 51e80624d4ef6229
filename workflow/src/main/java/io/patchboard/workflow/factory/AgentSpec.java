package io.patchboard.workflow.factory;

import io.patchboard.json.Json;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.NodeType;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Role;
import io.patchboard.workflow.ir.Workflow;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a workflow asks of whoever does the work of a task.
 *
 * @param node the task
 * @param capabilities what it has to be able to do: those that the node names, and its role in planning; its id where
 *     the node names none
 * @param input what it is given; absent where the node does not say
 * @param output what it has to make of it
 * @param seconds how long it may take
 * @param context how many characters it is shown, at most
 * @param log the name of the schema of what it has to log
 * @param undoes the tasks that it takes back, as their compensation handler
 */
public record AgentSpec(
        Node node,
        Set<String> capabilities,
        Optional<Json> input,
        Optional<Json> output,
        Optional<BigDecimal> seconds,
        long context,
        Optional<String> log,
        List<Node> undoes) {

    /** A view has so many characters where nothing else is said. */
    private static final long USUAL_VIEW = 20_000;

    public AgentSpec {
        undoes = List.copyOf(undoes);
    }

    /** One for each task, those within maps and parallels included. */
    public static List<AgentSpec> of(Workflow workflow) {
        return workflow.nodes()
                .filter(node -> node.type() == NodeType.TASK)
                .map(node -> of(workflow, node))
                .toList();
    }

    private static AgentSpec of(Workflow workflow, Node node) {
        Set<String> capabilities = new LinkedHashSet<>(node.capabilities());
        role(node).ifPresent(capabilities::add);
        if (capabilities.isEmpty()) {
            capabilities.add(node.id());
        }
        return new AgentSpec(
                node,
                capabilities,
                workflow.schema(node.input()),
                workflow.schema(node.output()),
                workflow.policyOf(node).flatMap(Policy::timeout).flatMap(Policy.Timeout::seconds),
                USUAL_VIEW,
                node.logSchemaRef(),
                workflow.nodes()
                        .filter(done -> workflow.policyOf(done)
                                .flatMap(Policy::compensation)
                                .filter(taken -> taken.handlerNode().equals(node.id()))
                                .isPresent())
                        .toList());
    }

    /** Its part in planning, if it has one: whoever cannot do that cannot do a part of it. */
    Optional<String> role() {
        return role(node);
    }

    private static Optional<String> role(Node node) {
        return Optional.of(node.role())
                .filter(role -> role != Role.DOMAIN)
                .map(role -> role.name().toLowerCase(Locale.ROOT));
    }

    /** Its node's id. */
    public String id() {
        return node.id();
    }
}
