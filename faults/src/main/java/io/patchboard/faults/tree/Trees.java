package io.patchboard.faults.tree;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Jackson trees, which is what generator, controls and oracle think in; none of the kernel's own types. */
public final class Trees {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(NODES)
            .build();
    private static final ObjectMapper YAML =
            YAMLMapper.builder().nodeFactory(NODES).build();

    private Trees() {}

    /** Reads text of this program's own making. */
    public static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Reads a YAML or JSON file that lies beside a class. */
    public static JsonNode resource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("Expected the resource " + name + ", but it is not there.");
            }
            return YAML.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IllegalArgumentException if it is neither YAML nor JSON */
    public static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Expected YAML, but: " + e.getOriginalMessage(), e);
        }
    }

    public static String text(JsonNode tree) {
        try {
            return JSON.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    public static ObjectNode object() {
        return NODES.objectNode();
    }

    public static ArrayNode array() {
        return NODES.arrayNode();
    }

    public static ArrayNode array(JsonNode... items) {
        ArrayNode array = array();
        for (JsonNode item : items) {
            array.add(item);
        }
        return array;
    }

    public static JsonNode value(String text) {
        return NODES.textNode(text);
    }

    public static JsonNode value(long number) {
        return NODES.numberNode(number);
    }

    public static JsonNode value(boolean truth) {
        return NODES.booleanNode(truth);
    }

    /** One operation of a JSON Patch. */
    public static ObjectNode op(String op, String path, JsonNode value) {
        return op(op, path).set("value", value);
    }

    public static ObjectNode op(String op, String path, String value) {
        return op(op, path, value(value));
    }

    /** An operation without a value, such as {@code remove}. */
    public static ObjectNode op(String op, String path) {
        return object().put("op", op).put("path", path);
    }
}
