package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.workflow.ir.Node;
import io.patchboard.workflow.ir.SchemaRef;
import io.patchboard.workflow.ir.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
     * A blueprint's {@code state}: its schema, and how it begins.
     *
     * @param hasResult whether there is a place for the result
     */
    JsonObject of(List<Node> tasks, boolean hasResult) {
        JsonObject.Builder outputs = JsonObject.builder();
        JsonObject.Builder none = JsonObject.builder();
        for (Node task : tasks) {
            outputs.put(task.id(), JsonObject.of("type", Json.of("array")).with("items", schema(task.output())));
            none.put(task.id(), JsonArray.EMPTY);
        }
        JsonObject parts = JsonObject.of("input", input()).with("outputs", closed(outputs.build()));
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

    private Json input() {
        return workflow.starts(workflow.graph()).stream()
                .flatMap(id -> workflow.graph().node(id).stream())
                .findFirst()
                .map(node -> schema(node.input()))
                .orElse(JsonBoolean.TRUE);
    }

    static Json schema(Optional<SchemaRef> ref) {
        return ref.map(given -> switch (given) {
                    case SchemaRef.Named named ->
                        JsonObject.of("$ref", Json.of("#/$defs/" + JsonPointer.escape(named.name())));
                    case SchemaRef.Inline inline -> resource(inline.schema(), inline.at());
                })
                .orElse(JsonBoolean.TRUE);
    }

    /** The named schemas. */
    JsonObject definitions() {
        Map<String, Json> all = new LinkedHashMap<>();
        workflow.schemas().keySet().stream()
                .sorted()
                .forEach(name -> all.put(name, resource(workflow.schemas().get(name), all.size())));
        return JsonObject.copyOf(all);
    }

    /**
     * A schema that refers to itself is a resource of its own (JSON Schema 2020-12, section 9.2).
     *
     * @param id tells it from others
     */
    private static Json resource(Json schema, Object id) {
        return schema instanceof JsonObject object
                        && !object.has("$id")
                        && schema.toString().contains("\"$ref\"")
                ? object.with("$id", Json.of("urn:patchboard:workflow:schema:" + id))
                : schema;
    }
}
