package io.patchboard.bench.core;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What one would build first, out of well-kept libraries: a Jackson tree that is copied, patched by {@code json-patch},
 * validated whole, and hashed and stored whole in canonical form. One method for each step.
 *
 * <p>It is treated well: the bytes that are hashed are those that are stored, and the state that a commit begins with
 * may be had from memory ({@link #parse} is a step of its own).
 */
final class NaiveKernel {

    /** Who validates the whole state. */
    enum Library {
        NETWORKNT,
        HARREL
    }

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final URI SCHEMA = URI.create("urn:patchboard:bench");

    private final Schema networknt;
    private final Validator harrel;

    NaiveKernel(String schema) {
        this.networknt = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(tree(schema.getBytes(StandardCharsets.UTF_8)));
        this.harrel = new ValidatorFactory()
                .withJsonNodeFactory(new JacksonNode.Factory())
                .createValidator();
        harrel.registerSchema(SCHEMA, tree(schema.getBytes(StandardCharsets.UTF_8)));
    }

    JsonNode parse(byte[] stored) {
        return tree(stored);
    }

    JsonPatch parsePatch(byte[] patch) {
        try {
            return MAPPER.readValue(patch, JsonPatch.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode copy(JsonNode state) {
        return state.deepCopy();
    }

    JsonNode apply(JsonPatch patch, JsonNode state) {
        try {
            return patch.apply(state);
        } catch (JsonPatchException e) {
            throw new IllegalArgumentException(e);
        }
    }

    boolean isValid(Library library, JsonNode state) {
        return switch (library) {
            case NETWORKNT -> networknt.validate(state).isEmpty();
            case HARREL -> harrel.validate(SCHEMA, state).isValid();
        };
    }

    byte[] canonical(JsonNode state) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = MAPPER.createGenerator(bytes)) {
            writeCanonical(state, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    String sha256(byte[] canonical) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(canonical));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode tree(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** RFC 8785 for what the load holds: names sorted; strings and integers as Jackson writes them. */
    private static void writeCanonical(JsonNode node, JsonGenerator out) throws IOException {
        if (node.isObject()) {
            List<String> names = new ArrayList<>(node.size());
            node.fieldNames().forEachRemaining(names::add);
            names.sort(null);
            out.writeStartObject();
            for (String name : names) {
                out.writeFieldName(name);
                writeCanonical(node.get(name), out);
            }
            out.writeEndObject();
        } else if (node.isArray()) {
            out.writeStartArray();
            for (JsonNode item : node) {
                writeCanonical(item, out);
            }
            out.writeEndArray();
        } else {
            node.serialize(out, null);
        }
    }
}
