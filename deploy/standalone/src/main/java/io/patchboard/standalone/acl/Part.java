package io.patchboard.standalone.acl;

import static org.apache.kafka.common.acl.AclOperation.ALTER_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.apache.kafka.common.resource.ResourceType.GROUP;
import static org.apache.kafka.common.resource.ResourceType.TOPIC;
import static org.apache.kafka.common.resource.ResourceType.TRANSACTIONAL_ID;

import io.patchboard.record.Topics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.resource.ResourcePattern;

/**
 * Who connects to Kafka. One principal may be several: a command line that changes boards and shows them is
 * {@link #app} and {@link #reader}.
 */
public enum Part {
    /** {@code patchboard kernel}. */
    kernel,
    /**
     * {@code patchboard gateway --workers}. One that serves the HTTP API is {@link #app}, too; {@code patchboard
     * server} is both, {@link #reader} and {@link #publisher}.
     */
    gateway,
    /** Who sends commands and proposals, and waits for what becomes of them. */
    app,
    /** Who looks at boards. */
    reader,
    /** Who publishes blueprints. */
    publisher,
    /** {@code replay --verify} and {@code anchor}. */
    audit,
    /** Who sends what is to be sealed; beside {@link #app} or {@link #gateway}. */
    sealer,
    /** Whose workers are shown what is sealed; beside {@link #gateway}. With {@link #sealer} also who erases. */
    opener,
    /** {@code patchboard sources}; beside READ on the topics that it reads, which are its owner's. */
    sources,
    /** {@code patchboard children}. */
    children;

    /** What one principal needs that is all of these; see {@link #rights(Topics, List, String)}. */
    public static List<Right> rights(List<Part> parts, Topics topics, List<String> queues, String group) {
        Map<ResourcePattern, Right> rights = new LinkedHashMap<>();
        parts.stream()
                .flatMap(part -> part.rights(topics, queues, group).stream())
                .forEach(right -> rights.merge(right.resource(), right, Right::and));
        return List.copyOf(rights.values());
    }

    /**
     * The least that it needs.
     *
     * @param queues whose invocations a gateway takes; none for all
     * @param group that the gateways' groups begin with
     */
    public List<Right> rights(Topics topics, List<String> queues, String group) {
        return switch (this) {
            case kernel -> ofKernel(topics);
            case gateway -> ofGateway(topics, queues, group);
            case app -> ofApp(topics);
            case reader ->
                Stream.concat(
                                ofLog(topics).stream(),
                                Stream.of(Right.on(TOPIC, topics.checkpoints(), "reads how far workers are", READ)))
                        .toList();
            case publisher ->
                List.of(Right.on(
                        TOPIC,
                        topics.blueprints(),
                        "publishes blueprints, and makes the topic that they stand in",
                        READ,
                        WRITE,
                        CREATE));
            case sealer ->
                List.of(Right.on(
                        TOPIC,
                        topics.keys(),
                        "writes the keys of what it seals, makes their topic, and destroys keys",
                        WRITE,
                        CREATE));
            case opener ->
                List.of(Right.on(TOPIC, topics.keys(), "opens what is sealed, and finds keys to be destroyed", READ));
            case audit ->
                Stream.concat(ofLog(topics).stream(), ofAuditAlone(topics)).toList();
            case sources -> ofSources(topics);
            case children -> ofChildren(topics);
        };
    }

    private static List<Right> ofKernel(Topics topics) {
        String inputs = "takes them, and sends on those that came to another partition than their board's";
        String log = "writes the log";
        return List.of(
                Right.on(TOPIC, topics.commands(), inputs, READ, WRITE, CREATE, ALTER_CONFIGS),
                Right.on(TOPIC, topics.proposals(), inputs, READ, WRITE, CREATE, ALTER_CONFIGS),
                Right.on(TOPIC, topics.committed(), log, WRITE, CREATE, ALTER_CONFIGS),
                Right.on(TOPIC, topics.rejected(), log, WRITE, CREATE, ALTER_CONFIGS),
                Right.onAll(TOPIC, topics.invocations(""), "invites workers", WRITE, CREATE, ALTER_CONFIGS),
                Right.onAll(TOPIC, topics.kernelGroup() + "-", "keeps and restores its stores", READ, WRITE, CREATE),
                Right.on(GROUP, topics.kernelGroup(), "shares the work with other kernels", READ),
                Right.onAll(TRANSACTIONAL_ID, topics.kernelGroup() + "-", "commits in transactions", WRITE));
    }

    private static List<Right> ofGateway(Topics topics, List<String> queues, String group) {
        String takes = "takes the invocations";
        List<Right> rights = new ArrayList<>();
        if (queues.isEmpty()) {
            rights.add(Right.onAll(TOPIC, topics.invocations(""), takes, READ));
        }
        queues.forEach(queue -> rights.add(Right.on(TOPIC, topics.invocations(queue), takes, READ)));
        rights.add(Right.on(TOPIC, topics.proposals(), "sends the workers' answers", WRITE));
        rights.add(Right.on(
                TOPIC,
                topics.checkpoints(),
                "keeps how far long work is, and goes on from there",
                READ,
                WRITE,
                CREATE));
        rights.add(Right.on(TOPIC, topics.trajectories(), "writes down which tools models called", WRITE, CREATE));
        rights.add(Right.on(GROUP, topics.limitsGroup(), "has its share of limits that hold for all gateways", READ));
        rights.add(Right.onAll(
                GROUP, group, "shares the work with other gateways, and sets a share group up", READ, ALTER_CONFIGS));
        return rights;
    }

    private static List<Right> ofApp(Topics topics) {
        String outcome = "learns what became of what it sent";
        return List.of(
                Right.on(TOPIC, topics.commands(), "creates and steers boards", WRITE),
                Right.on(TOPIC, topics.proposals(), "proposes, and answers for workers", WRITE),
                Right.on(TOPIC, topics.committed(), outcome, READ),
                Right.on(TOPIC, topics.rejected(), outcome, READ),
                Right.on(TOPIC, topics.blueprints(), "takes published blueprints by name", READ));
    }

    private static List<Right> ofLog(Topics topics) {
        return List.of(
                Right.on(TOPIC, topics.committed(), "reads what was committed", READ),
                Right.on(TOPIC, topics.rejected(), "reads what was rejected", READ),
                Right.onAll(TOPIC, topics.invocations(""), "reads what workers were shown", READ));
    }

    private static Stream<Right> ofAuditAlone(Topics topics) {
        String sent = "holds what was decided against what was sent";
        return Stream.of(
                Right.on(TOPIC, topics.commands(), sent, READ),
                Right.on(TOPIC, topics.proposals(), sent, READ),
                Right.on(GROUP, topics.kernelGroup(), "learns how far the kernels are", DESCRIBE));
    }

    private static List<Right> ofSources(Topics topics) {
        String group = topics.sourceGroup("");
        return List.of(
                Right.on(TOPIC, topics.commands(), "creates boards of events", WRITE),
                Right.on(TOPIC, topics.proposals(), "proposes patches of events", WRITE),
                Right.on(TOPIC, topics.deadLetters(), "keeps what cannot be mapped", WRITE, CREATE),
                Right.on(TOPIC, topics.blueprints(), "takes published blueprints by name", READ),
                Right.onAll(GROUP, group, "shares the work with servers of the same source", READ),
                Right.onAll(TRANSACTIONAL_ID, group, "writes what is made, and how far it read, in one", WRITE));
    }

    private static List<Right> ofChildren(Topics topics) {
        String ended = "learns which boards ended, and how";
        return List.of(
                Right.on(TOPIC, topics.invocations(Topics.BOARDS_QUEUE), "learns which boards are asked for", READ),
                Right.on(TOPIC, topics.committed(), ended, READ),
                Right.on(TOPIC, topics.rejected(), ended, READ),
                Right.on(TOPIC, topics.blueprints(), "takes published blueprints by name", READ),
                Right.on(TOPIC, topics.commands(), "creates, pauses and cancels boards", WRITE),
                Right.on(TOPIC, topics.proposals(), "answers their parents", WRITE),
                Right.on(GROUP, topics.boardsGroup(), "shares the work with others that make boards", READ));
    }
}
