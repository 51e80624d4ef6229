package io.patchboard.faults.cycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.patchboard.faults.tree.Trees;
import java.util.List;
import java.util.stream.Stream;

/** Builds the blueprints of plays. */
final class Blueprints {

    private final ObjectNode initial = Trees.object();
    private final ObjectNode workers = Trees.object();
    private final ArrayNode rules = Trees.array();
    private final ObjectNode complete = Trees.object();

    Blueprints with(String name, JsonNode first) {
        initial.set(name, first);
        return this;
    }

    Blueprints worker(String name, String... writes) {
        return worker(name, false, writes);
    }

    /** @param writes each an operation and a path, with a blank between */
    Blueprints worker(String name, boolean unsolicited, String... writes) {
        ArrayNode grants = Trees.array();
        for (String write : writes) {
            String[] parts = write.split(" ");
            grants.add(Trees.object().put("path", parts[1]).set("op", Trees.array(Trees.value(parts[0]))));
        }
        ArrayNode reads = Trees.array();
        initial.fieldNames().forEachRemaining(field -> reads.add("/" + field));
        ObjectNode worker = Trees.object().put("unsolicited", unsolicited);
        if (Stream.of(writes).anyMatch(write -> write.startsWith("remove "))) {
            worker.put("privileged", true);
        }
        worker.set("read", reads);
        workers.set(name, worker.set("write", grants));
        return this;
    }

    Blueprints onCreated(String name, String invoke) {
        return rule(name, Trees.object().put("event", "created"), "", invoke);
    }

    Blueprints onQuiet(String name, String when, String invoke) {
        return rule(name, Trees.object().put("event", "quiescent"), when, invoke);
    }

    Blueprints on(String op, String path, String when, String invoke) {
        ObjectNode on = Trees.object().put("path", path);
        on.set("op", Trees.array(Trees.value(op)));
        return rule("rule-" + rules.size(), on, when, invoke);
    }

    private Blueprints rule(String name, JsonNode on, String when, String invoke) {
        ObjectNode rule = Trees.object().put("name", name).put("invoke", invoke);
        rule.set("on", on);
        if (!when.isEmpty()) {
            rule.put("when", when);
        }
        rules.add(rule);
        return this;
    }

    Blueprints completeWhen(String condition) {
        complete.put("when", condition);
        return this;
    }

    JsonNode build(String name) {
        ObjectNode properties = Trees.object();
        initial.properties().forEach(field -> properties.set(field.getKey(), typeOf(field.getValue())));
        ObjectNode schema = Trees.object().put("type", "object").put("additionalProperties", false);
        schema.set("properties", properties);
        ObjectNode state = Trees.object();
        state.set("initial", initial);
        state.set("schema", schema);
        ObjectNode blueprint = Trees.object()
                .put("apiVersion", "patchboard/v1")
                .put("onIncident", "halt")
                .put("name", name);
        blueprint.set("state", state);
        blueprint.set("workers", workers);
        if (!rules.isEmpty()) {
            blueprint.set("rules", rules);
        }
        blueprint.set("budgets", Trees.object().put("invocations", 5000));
        return complete.isEmpty() ? blueprint : blueprint.set("complete", complete);
    }

    private static JsonNode typeOf(JsonNode value) {
        String type = value.isTextual()
                ? "string"
                : value.isIntegralNumber() ? "integer" : value.isArray() ? "array" : "object";
        return Trees.object().put("type", type);
    }

    static ArrayNode texts(List<String> texts) {
        ArrayNode array = Trees.array();
        texts.forEach(array::add);
        return array;
    }
}
