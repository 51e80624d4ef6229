package io.patchboard.faults.board;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.patchboard.faults.tree.Pointers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A structured JSON blackboard: what comes is parsed by an ordinary JSON library with its ordinary settings, and each
 * value is checked against the type that the schema declares for its place, as a typed record class would: type,
 * enumerated values, required members; see {@link Types}.
 *
 * <p>It knows no contracts: anybody may write anywhere. It knows no transactions: operations are done one after the
 * other, and the first that fails ends the update, while those before it stay. An array index must be within the array
 * and everything on the way to a member must exist.
 */
public final class StructuredBlackboard implements Blackboard {

    private static final ObjectMapper JSON = ordinaryMapper();

    private final Types types;
    private JsonNode state;

    public StructuredBlackboard(JsonNode state, JsonNode schema) {
        this(state, new Types(schema));
    }

    private StructuredBlackboard(JsonNode state, Types types) {
        this.state = state.deepCopy();
        this.types = types;
    }

    StructuredBlackboard copy() {
        return new StructuredBlackboard(state, types);
    }

    JsonNode state() {
        return state;
    }

    /** Jackson as it comes; written in ASCII, as most libraries do by default. */
    static ObjectMapper ordinaryMapper() {
        return JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    }

    @Override
    public void deliver(byte[] record) {
        take(record);
    }

    /** Does what it can of an update, and says whether that was all of it. */
    boolean take(byte[] record) {
        JsonNode patch;
        try {
            patch = JSON.readTree(record).path("patch");
        } catch (IOException e) {
            return false;
        }
        for (JsonNode operation : patch) {
            if (!patch.isArray() || !apply(operation)) {
                return false;
            }
        }
        return patch.isArray();
    }

    private boolean apply(JsonNode operation) {
        if (!operation.path("path").isTextual()) {
            return false;
        }
        List<String> path = lenientTokens(operation.get("path").textValue());
        JsonNode value = operation.path("value");
        return switch (operation.path("op").asText()) {
            case "add" -> write(path, value, true);
            case "replace" -> write(path, value, false);
            case "remove" -> remove(path);
            case "test" -> Pointers.at(state, path).equals(value);
            case "copy" -> write(path, Pointers.at(state, from(operation)).deepCopy(), true);
            case "move" -> {
                JsonNode moved = Pointers.at(state, from(operation)).deepCopy();
                yield remove(from(operation)) && write(path, moved, true);
            }
            default -> false;
        };
    }

    private static List<String> from(JsonNode operation) {
        return lenientTokens(operation.path("from").asText());
    }

    private boolean write(List<String> path, JsonNode value, boolean insert) {
        if (value.isMissingNode() || !types.accept(path, value)) {
            return false;
        }
        if (path.isEmpty()) {
            state = value.deepCopy();
            return true;
        }
        JsonNode parent = Pointers.at(state, Pointers.parent(path));
        String last = Pointers.last(path);
        if (parent instanceof ObjectNode object) {
            object.set(last, value.deepCopy());
            return true;
        }
        if (!(parent instanceof ArrayNode array)) {
            return false;
        }
        int most = insert ? array.size() : array.size() - 1;
        Optional<Integer> index = insert && last.equals("-") ? Optional.of(array.size()) : index(last, most);
        index.ifPresent(i -> {
            if (insert) {
                array.insert(i, value.deepCopy());
            } else {
                array.set(i, value.deepCopy());
            }
        });
        return index.isPresent();
    }

    private boolean remove(List<String> path) {
        if (path.isEmpty()) {
            return false;
        }
        JsonNode parent = Pointers.at(state, Pointers.parent(path));
        if (parent instanceof ObjectNode object) {
            return object.remove(Pointers.last(path)) != null;
        }
        Optional<Integer> index = parent.isArray() ? index(Pointers.last(path), parent.size() - 1) : Optional.empty();
        index.ifPresent(i -> ((ArrayNode) parent).remove(i));
        return index.isPresent();
    }

    /** As a program's number parser reads it: {@code 01} and {@code +1} are 1. */
    private static Optional<Integer> index(String token, int most) {
        try {
            int index = Integer.parseInt(token);
            return index >= 0 && index <= most ? Optional.of(index) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A path split at its slashes, the first of which may be missing. */
    static List<String> lenientTokens(String path) {
        String inner = path.startsWith("/") ? path.substring(1) : path;
        List<String> tokens = new ArrayList<>();
        if (!path.isEmpty()) {
            for (String token : inner.split("/", -1)) {
                tokens.add(token.replace("~1", "/").replace("~0", "~"));
            }
        }
        return tokens;
    }

    @Override
    public byte[] stored() {
        try {
            return JSON.writeValueAsString(state).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
