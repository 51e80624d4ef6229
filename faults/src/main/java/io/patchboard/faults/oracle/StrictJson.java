package io.patchboard.faults.oracle;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.patchboard.faults.tree.Pointers;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Text that every reader reads alike: one JSON value in UTF-8 (RFC 8259), names once in each object, well-formed
 * Unicode, numbers that a double can hold (RFC 7493).
 */
public final class StrictJson {

    private static final int MOST_LEVELS = 200;

    private static final ObjectMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MOST_LEVELS)
                            .maxNumberLength(400)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(JsonNodeFactory.instance)
            .build();

    private StrictJson() {}

    /** The value that the bytes are; empty if they are not the JSON text of one. */
    public static Optional<JsonNode> read(byte[] utf8) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
            try (JsonParser parser = STRICT.createParser(text)) {
                JsonNode tree = STRICT.readTree(parser);
                return tree != null && parser.nextToken() == null && sound(tree) ? Optional.of(tree) : Optional.empty();
            }
        } catch (CharacterCodingException e) {
            return Optional.empty();
        } catch (IOException | NumberFormatException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static boolean sound(JsonNode tree) {
        for (List<String> place : Pointers.all(tree)) {
            JsonNode node = Pointers.at(tree, place);
            boolean nameSound = place.isEmpty() || wellFormed(Pointers.last(place));
            if (!nameSound || (node.isTextual() && !wellFormed(node.textValue())) || !finite(node)) {
                return false;
            }
        }
        return true;
    }

    private static boolean finite(JsonNode node) {
        if (!node.isNumber()) {
            return true;
        }
        BigDecimal value = node.decimalValue();
        long exponent = (long) value.precision() - value.scale() - 1;
        return value.signum() == 0 || Math.abs(exponent) <= 307;
    }

    private static boolean wellFormed(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
