package io.patchboard.workflow.ir;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.schema.JsonSchema;
import io.patchboard.record.Problem;
import io.patchboard.text.Resources;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads a workflow that the published schema accepts. */
final class WorkflowReader {

    private static final int MOST_PROBLEMS = 100;
    private static final BigDecimal DOUBLED = BigDecimal.valueOf(2);
    private static final JsonSchema SCHEMA =
            JsonSchema.own(JsonReader.parse(Resources.text(Json.class, "/workflow.schema.json")));

    private WorkflowReader() {}

    static Workflow.Reading read(Json document) {
        List<Problem> problems = SCHEMA.validateAll(document, MOST_PROBLEMS).stream()
                .map(violation -> new Problem(violation.pointer().toString(), violation.message()))
                .toList();
        if (!problems.isEmpty()) {
            return new Workflow.Reading(Optional.empty(), problems);
        }
        JsonPlace workflow = JsonPlace.of(document);
        return new Workflow.Reading(
                Optional.of(new Workflow(
                        document,
                        workflow.text("name").orElseThrow(),
                        graph(workflow),
                        byName(workflow.into("policies"), WorkflowReader::policy),
                        byName(workflow.into("schemas"), JsonPlace::value),
                        byName(workflow.into("logSchemas"), JsonPlace::value))),
                List.of());
    }

    private static <T> Map<String, T> byName(JsonPlace members, Function<JsonPlace, T> read) {
        Map<String, T> all = new LinkedHashMap<>();
        members.members().forEach(member -> all.put(member.name(), read.apply(member)));
        return all;
    }

    private static Graph graph(JsonPlace graph) {
        return new Graph(
                graph.at(),
                graph.items("nodes").stream().map(WorkflowReader::node).toList(),
                graph.items("edges").stream().map(WorkflowReader::edge).toList(),
                graph.text("start"));
    }

    private static Node node(JsonPlace node) {
        String id = node.text("id").orElseThrow();
        NodeType type = word(NodeType.class, node, "type").orElseThrow();
        JsonPlace params = node.into("params");
        JsonPlace io = node.into("io");
        List<JsonPlace> graphs = new ArrayList<>(params.items("branches"));
        params.child("body").ifPresent(graphs::add);
        return new Node(
                node.at(),
                id,
                type,
                node.text("name").orElse(id),
                word(Role.class, node, "role").orElse(Role.DOMAIN),
                texts(node.into("capabilities")),
                params.value() instanceof JsonObject object ? object : JsonObject.EMPTY,
                graphs.stream().map(WorkflowReader::graph).toList(),
                schema(io, "input"),
                schema(io, "output"),
                schema(io, "error"),
                word(Effect.class, io, "effect").orElse(type == NodeType.TASK ? Effect.EACH : Effect.NONE),
                io.text("requires"),
                io.text("ensures"),
                node.text("policyRef"),
                node.text("logSchemaRef"));
    }

    private static Optional<SchemaRef> schema(JsonPlace io, String name) {
        return io.child(name)
                .map(place -> place.value() instanceof JsonString text
                        ? new SchemaRef.Named(place.at(), text.value())
                        : new SchemaRef.Inline(place.at(), place.value()));
    }

    private static Edge edge(JsonPlace edge) {
        return new Edge(
                edge.at(),
                edge.text("from").orElseThrow(),
                edge.text("to").orElseThrow(),
                word(Edge.Kind.class, edge, "kind").orElseThrow(),
                edge.text("guard"),
                word(Edge.Repairable.class, edge, "repairable").orElse(Edge.Repairable.NONE));
    }

    private static Policy policy(JsonPlace policy) {
        return new Policy(
                policy.at(),
                oneOrMore(policy, "retry").stream().map(WorkflowReader::retry).toList(),
                backoff(policy),
                oneOrMore(policy, "catch").stream()
                        .map(place -> new Policy.Catch(
                                place.at(),
                                texts(place.into("onError")),
                                place.text("handlerNode").orElseThrow()))
                        .toList(),
                policy.child("timeout")
                        .map(timeout ->
                                new Policy.Timeout(timeout.into("seconds").amount(), timeout.text("deadline"))),
                policy.into("idempotencyKey").text("template"),
                policy.child("compensation")
                        .map(place -> new Policy.Compensation(
                                place.at(), place.text("handlerNode").orElseThrow(), place.flag("safeReinvoke"))),
                policy.child("loopGuards")
                        .map(place -> new Policy.LoopGuards(
                                place.at(),
                                place.integer("maxIters"),
                                place.text("timeBudget"),
                                place.text("predicate"))));
    }

    private static Policy.Retry retry(JsonPlace retry) {
        return new Policy.Retry(
                retry.at(),
                retry.integer("maxAttempts"),
                texts(retry.into("retryOn")),
                retry.flag("jitter"),
                backoff(retry));
    }

    private static Optional<Policy.Backoff> backoff(JsonPlace parent) {
        return parent.child("backoff").map(backoff -> {
            boolean fixed = backoff.text("mode").orElseThrow().equals("fixed");
            BigDecimal factor = backoff.into("factor").amount().orElse(DOUBLED);
            return new Policy.Backoff(
                    backoff.into("base").amount().orElseThrow(),
                    fixed ? BigDecimal.ONE : factor,
                    backoff.into("cap").amount());
        });
    }

    private static List<JsonPlace> oneOrMore(JsonPlace parent, String name) {
        return parent.child(name)
                .map(place -> place.isObject() ? List.of(place) : place.items())
                .orElse(List.of());
    }

    private static List<String> texts(JsonPlace place) {
        return place.text()
                .map(List::of)
                .orElseGet(() -> place.items().stream()
                        .flatMap(item -> item.text().stream())
                        .toList());
    }

    private static <E extends Enum<E>> Optional<E> word(Class<E> type, JsonPlace parent, String name) {
        return parent.text(name).map(word -> Enum.valueOf(type, word.toUpperCase(Locale.ROOT)));
    }
}
