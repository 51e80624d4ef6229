package io.patchboard.faults.board;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.patchboard.faults.tree.Pointers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A plain blackboard: a document that everybody appends to and overwrites, and the last writer wins.
 *
 * <p>What can be read as operations is written to the places they name, and what is missing on the way there is made:
 * {@code /-} appends, {@code remove} deletes, everything else overwrites. What cannot be read is put at the end of the
 * document as the text it is, for the others to make sense of, as teams that share a text do. Nobody is asked who they
 * are, and nothing is checked.
 */
public final class PlainBlackboard implements Blackboard {

    private static final ObjectMapper JSON = StructuredBlackboard.ordinaryMapper();

    private JsonNode document;
    private final StringBuilder appended = new StringBuilder();

    public PlainBlackboard(JsonNode state) {
        this.document = state.deepCopy();
    }

    @Override
    public void deliver(byte[] record) {
        JsonNode patch = patchOf(record);
        if (!patch.isArray()) {
            appended.append('\n').append(new String(record, StandardCharsets.UTF_8));
            return;
        }
        for (JsonNode operation : patch) {
            apply(operation);
        }
    }

    private static JsonNode patchOf(byte[] record) {
        try {
            return JSON.readTree(record).path("patch");
        } catch (IOException e) {
            return JSON.missingNode();
        }
    }

    private void apply(JsonNode operation) {
        List<String> path =
                StructuredBlackboard.lenientTokens(operation.path("path").asText());
        String op = operation.path("op").asText();
        if (op.equals("test")) {
            return;
        }
        if (op.equals("remove")) {
            remove(path);
            return;
        }
        boolean carries = op.equals("move") || op.equals("copy");
        JsonNode value = carries
                ? Pointers.at(
                        document,
                        StructuredBlackboard.lenientTokens(
                                operation.path("from").asText()))
                : operation.path("value");
        JsonNode written = value.isMissingNode() ? JSON.nullNode() : value.deepCopy();
        if (op.equals("move")) {
            remove(StructuredBlackboard.lenientTokens(operation.path("from").asText()));
        }
        write(path, written);
    }

    private void write(List<String> path, JsonNode value) {
        if (path.isEmpty()) {
            document = value;
            return;
        }
        if (!document.isContainerNode()) {
            document = JSON.createObjectNode();
        }
        JsonNode node = document;
        for (String token : Pointers.parent(path)) {
            JsonNode child = child(node, token);
            if (!child.isContainerNode()) {
                child = JSON.createObjectNode();
                set(node, token, child);
            }
            node = child;
        }
        set(node, Pointers.last(path), value);
    }

    private static JsonNode child(JsonNode node, String token) {
        return node.isArray() ? Pointers.index(token).map(node::path).orElse(node.path(-1)) : node.path(token);
    }

    private static void set(JsonNode parent, String token, JsonNode value) {
        if (parent instanceof ObjectNode object) {
            object.set(token, value);
            return;
        }
        ArrayNode array = (ArrayNode) parent;
        int index = Pointers.index(token).orElse(array.size());
        if (index < array.size()) {
            array.set(index, value);
        } else {
            array.add(value);
        }
    }

    private void remove(List<String> path) {
        if (path.isEmpty()) {
            return;
        }
        JsonNode parent = Pointers.at(document, Pointers.parent(path));
        if (parent instanceof ObjectNode object) {
            object.remove(Pointers.last(path));
        } else if (parent instanceof ArrayNode array) {
            Pointers.index(Pointers.last(path)).ifPresent(array::remove);
        }
    }

    @Override
    public byte[] stored() {
        try {
            return (JSON.writeValueAsString(document) + appended).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
