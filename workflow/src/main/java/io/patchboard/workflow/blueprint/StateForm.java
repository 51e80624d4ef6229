package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.SchemaRef;
import io.patchboard.workflow.ir.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The state of a graph's board: the {@code input}, and of each node that is asked the list of its {@code outputs}, one
 * for each time that it was done. So nothing is ever overwritten, and a circle is a longer list.
 */
final class StateForm {

    private final Workflow workflow;
    private final Within within;

    StateForm(Workflow workflow, Within within) {
        this.workflow = workflow;
        this.within = within;
    }

    /**
     * A blueprint's {@code state}: its schema, and how it begins. What a node puts out is also what the next one takes,
     * where nothing but that decides on the way; behind a guard it is not asked.
     *
     * @param hasResult whether there is a place for the result
     */
    JsonObject of(List<Node> tasks, Routes routes, boolean hasResult) {
        JsonObject.Builder outputs = JsonObject.builder();
        JsonObject.Builder none = JsonObject.builder();
        for (Node task : tasks) {
            outputs.put(
                    task.id(),
                    JsonObject.of("type", Json.of("array"))
                            .with("items", handedOn(task.output(), Optional.of(task), tasks, routes)));
            none.put(task.id(), JsonArray.EMPTY);
        }
        JsonObject parts = JsonObject.of("input", handedOn(input(), Optional.empty(), tasks, routes))
                .with("outputs", closed(outputs.build()));
        JsonObject initial = JsonObject.of("input", OwnBoard.input(within.isWhole() ? "" : "/input"))
                .with("outputs", none.build());
        for (String told : within.told()) {
            parts = parts.with(told, JsonBoolean.TRUE);
            initial = initial.with(told, OwnBoard.input("/" + told));
        }
        parts = hasResult ? parts.with("result", JsonBoolean.TRUE) : parts;
        return JsonObject.of(
                        "schema",
                        closed(parts)
                                .with("required", JsonArray.ofStrings(List.of("input", "outputs")))
                                .with("$defs", definitions()))
                .with("initial", initial);
    }

    private static JsonObject closed(JsonObject properties) {
        return JsonObject.builder()
                .put("type", "object")
                .put("additionalProperties", false)
                .put("properties", properties)
                .build();
    }

    private static Json handedOn(Optional<SchemaRef> own, Optional<Node> source, List<Node> tasks, Routes routes) {
        List<Json> all = Stream.concat(
                        own.stream(),
                        tasks.stream()
                                .filter(task -> routes.to(task).stream()
                                        .anyMatch(way -> way.guards().isEmpty()
                                                && way.source().equals(source)))
                                .flatMap(task -> task.input().stream()))
                .map(ref -> schema(Optional.of(ref)))
                .distinct()
                .toList();
        return switch (all.size()) {
            case 0 -> JsonBoolean.TRUE;
            case 1 -> all.get(0);
            default -> JsonObject.of("allOf", JsonArray.copyOf(all));
        };
    }

    private Optional<SchemaRef> input() {
        return workflow.starts(workflow.graph()).stream()
                .flatMap(id -> workflow.graph().node(id).stream())
                .findFirst()
                .flatMap(Node::input);
    }

    static Json schema(Optional<SchemaRef> ref) {
        return ref.map(given -> switch (given) {
                    case SchemaRef.Named named -> definition(named.name());
                    case SchemaRef.Inline inline ->
                        refersToItself(inline.schema()) ? definition(inline.at().toString()) : inline.schema();
                })
                .orElse(JsonBoolean.TRUE);
    }

    private static Json definition(String name) {
        return JsonObject.of("$ref", Json.of("#/$defs/" + JsonPointer.escape(name)));
    }

    /**
     * The named schemas, and those of nodes that refer to themselves, by their places. One that refers to itself is a
     * resource of its own (JSON Schema 2020-12, section 9.2).
     */
    JsonObject definitions() {
        Map<String, Json> all = new TreeMap<>(workflow.schemas());
        workflow.graph().nodes().stream()
                .flatMap(node -> Stream.of(node.input(), node.output()))
                .flatMap(Optional::stream)
                .filter(SchemaRef.Inline.class::isInstance)
                .map(SchemaRef.Inline.class::cast)
                .filter(inline -> refersToItself(inline.schema()))
                .forEach(inline -> all.put(inline.at().toString(), inline.schema()));
        JsonObject.Builder definitions = JsonObject.builder();
        int count = 0;
        for (Map.Entry<String, Json> each : all.entrySet()) {
            Json id = Json.of("urn:patchboard:workflow:schema:" + count);
            boolean own = refersToItself(each.getValue());
            definitions.put(each.getKey(), own ? ((JsonObject) each.getValue()).with("$id", id) : each.getValue());
            count++;
        }
        return definitions.build();
    }

    /** Unless it is a resource already. */
    private static boolean refersToItself(Json schema) {
        return schema instanceof JsonObject object
                && !object.has("$id")
                && schema.toString().contains("\"$ref\"");
    }
}
