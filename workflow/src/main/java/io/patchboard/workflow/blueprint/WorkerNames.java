package io.patchboard.workflow.blueprint;

import io.patchboard.workflow.ir.Edge;
import io.patchboard.workflow.ir.Graph;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.Policy;
import io.patchboard.workflow.ir.Workflow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A workflow whose nodes have ids that workers can have: letters, digits, dots, underscores and dashes, the first one a
 * letter. States are often called in words, and "Check stock?" is served as {@code Check-stock}.
 */
public final class WorkerNames {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");

    /** What is made beside a worker has longer names. */
    private static final int LONGEST = 80;

    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9._-]+");

    /** By id of a node that no worker can have. */
    private final Map<String, String> names;

    /** By the name of a policy that none in a blueprint can have. */
    private final Map<String, String> policies;

    private WorkerNames(Workflow workflow) {
        names = free(workflow.nodes().map(Node::id).toList());
        policies = free(workflow.policies().keySet().stream().sorted().toList());
    }

    private static Map<String, String> free(List<String> said) {
        Set<String> taken = new HashSet<>();
        said.stream().filter(id -> NAME.matcher(id).matches()).forEach(taken::add);
        Map<String, String> free = new HashMap<>();
        said.stream()
                .filter(id -> !NAME.matcher(id).matches())
                .forEach(id -> free.computeIfAbsent(id, any -> free(any, taken)));
        return free;
    }

    private static String free(String id, Set<String> taken) {
        String words = OTHER.matcher(id).replaceAll("-").replaceAll("^[^A-Za-z0-9]+|-+$", "");
        String whole = NAME.matcher(words).matches() ? words : words.isEmpty() ? "state" : "state-" + words;
        String name = whole.substring(0, Math.min(LONGEST, whole.length()));
        String free = name;
        for (int i = 2; !taken.add(free); i++) {
            free = name + "-" + i;
        }
        return free;
    }

    /** The same workflow, with other names where that is necessary. Its document and all places in it stay. */
    static Workflow of(Workflow workflow) {
        WorkerNames names = new WorkerNames(workflow);
        boolean fits =
                NAME.matcher(workflow.name()).matches() && workflow.name().length() <= LONGEST;
        String name = fits ? workflow.name() : free(workflow.name(), new HashSet<>());
        Map<String, Policy> policies = new HashMap<>();
        workflow.policies()
                .forEach((said, policy) -> policies.put(names.policies.getOrDefault(said, said), names.policy(policy)));
        return new Workflow(
                workflow.document(),
                name,
                names.graph(workflow.graph()),
                policies,
                workflow.schemas(),
                workflow.logSchemas());
    }

    /** What the worker of a node is called in the workflow's blueprint. */
    public static String name(Workflow workflow, String id) {
        return new WorkerNames(workflow).name(id);
    }

    private String name(String id) {
        return names.getOrDefault(id, id);
    }

    private Graph graph(Graph graph) {
        return new Graph(
                graph.at(),
                graph.nodes().stream().map(this::node).toList(),
                graph.edges().stream()
                        .map(edge -> new Edge(
                                edge.at(),
                                name(edge.from()),
                                name(edge.to()),
                                edge.kind(),
                                edge.guard(),
                                edge.repairable()))
                        .toList(),
                graph.start().map(this::name));
    }

    private Node node(Node node) {
        return new Node(
                node.at(),
                name(node.id()),
                node.type(),
                node.name(),
                node.role(),
                node.capabilities(),
                node.params(),
                node.graphs().stream().map(this::graph).toList(),
                node.input(),
                node.output(),
                node.error(),
                node.effect(),
                node.requires(),
                node.ensures(),
                node.policyRef().map(name -> policies.getOrDefault(name, name)),
                node.logSchemaRef());
    }

    private Policy policy(Policy policy) {
        return new Policy(
                policy.at(),
                policy.retries(),
                policy.backoff(),
                policy.catches().stream()
                        .map(caught -> new Policy.Catch(caught.at(), caught.onError(), name(caught.handlerNode())))
                        .toList(),
                policy.timeout(),
                policy.keyTemplate(),
                compensation(policy),
                policy.loopGuards());
    }

    private Optional<Policy.Compensation> compensation(Policy policy) {
        return policy.compensation()
                .map(taken -> new Policy.Compensation(taken.at(), name(taken.handlerNode()), taken.safeReinvoke()));
    }
}
