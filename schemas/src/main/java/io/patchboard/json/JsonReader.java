package io.patchboard.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads JSON text strictly: one value, UTF-8 without unpaired surrogates, no duplicate names, numbers kept exactly.
 *
 * <p>Two readers that disagree on a text (last duplicate wins here, first there) are a way to smuggle values past a
 * check, so what is ambiguous is refused (RFC 8259 section 4, RFC 7493).
 */
public final class JsonReader {

    /**
     * What a number may be longer than its digits: sign, point, {@code E+} and exponent. Digits are limited in
     * {@link #readNumber}, so that a number that was accepted is also accepted in the form in which it is written.
     */
    private static final int NUMBER_PUNCTUATION = 32;

    private static final JsonReader DEFAULT = new JsonReader(JsonLimits.DEFAULT);

    private final JsonLimits limits;
    private final Optional<TreeSize> sizeOfAll;
    private final JsonFactory factory;

    public JsonReader(JsonLimits limits) {
        this(limits, factory(limits), Optional.empty());
    }

    private JsonReader(JsonLimits limits, JsonFactory factory, Optional<TreeSize> sizeOfAll) {
        this.limits = limits;
        this.factory = factory;
        this.sizeOfAll = sizeOfAll;
    }

    /** A reader of several texts that keep to the limits together, as parts of one record. */
    public JsonReader together() {
        return new JsonReader(limits, factory, Optional.of(new TreeSize()));
    }

    private static JsonFactory factory(JsonLimits limits) {
        return JsonFactory.builder()
                // Names come from outside and never end: interning them, or failing on a hash table that depends on
                // what this process read before, would let one text decide the fate of another.
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxDepth())
                        .maxNumberLength(limits.maxNumberLength() + NUMBER_PUNCTUATION)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(limits.maxBytes())
                        .build())
                .build();
    }

    public JsonLimits limits() {
        return limits;
    }

    /** Reads text that this program wrote itself or that a developer typed into it; anything else is checked. */
    public static Json parse(String text) {
        try {
            return DEFAULT.read(text);
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    public Json read(byte[] utf8) throws JsonSyntaxException {
        if (utf8.length > limits.maxBytes()) {
            throw new JsonSyntaxException(
                    "Expected at most " + limits.maxBytes() + " bytes of JSON, but got " + utf8.length + ".");
        }
        if (utf8.length >= 3 && utf8[0] == (byte) 0xEF && utf8[1] == (byte) 0xBB && utf8[2] == (byte) 0xBF) {
            throw new JsonSyntaxException(
                    "Expected JSON without a byte order mark (RFC 8259 section 8.1), but the text begins with one.");
        }
        if (isAscii(utf8)) {
            try {
                return read(() -> factory.createParser(utf8));
            } catch (JsonSyntaxException e) {
                // As text it is refused, too, and in the same words as all other text.
                return read(new String(utf8, StandardCharsets.US_ASCII));
            }
        }
        try {
            return read(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString());
        } catch (CharacterCodingException e) {
            throw new JsonSyntaxException("Expected JSON in UTF-8, but the bytes are not well-formed UTF-8.");
        }
    }

    /** Without NUL, by which Jackson would tell UTF-16 and UTF-32 from UTF-8. */
    private static boolean isAscii(byte[] utf8) {
        for (byte b : utf8) {
            if (b <= 0) {
                return false;
            }
        }
        return true;
    }

    public Json read(String text) throws JsonSyntaxException {
        if (text.length() > limits.maxBytes()) {
            throw new JsonSyntaxException(
                    "Expected at most " + limits.maxBytes() + " bytes of JSON, but got " + text.length() + " or more.");
        }
        return read(() -> factory.createParser(text));
    }

    private interface Opening {

        JsonParser open() throws IOException;
    }

    private Json read(Opening text) throws JsonSyntaxException {
        try (JsonParser parser = text.open()) {
            return readDocument(parser);
        } catch (JsonProcessingException e) {
            throw syntaxError(e);
        } catch (IOException e) {
            throw new JsonSyntaxException("Expected JSON, but it could not be read: " + e.getMessage());
        }
    }

    /** Reads the one value that a parser of any Jackson format (JSON, YAML) has to offer. */
    public Json readDocument(JsonParser parser) throws IOException, JsonSyntaxException {
        if (parser.nextToken() == null) {
            throw new JsonSyntaxException("Expected a JSON value, but the text is empty.");
        }
        Json value = new Reading(parser, sizeOfAll.orElseGet(TreeSize::new)).value(1);
        if (parser.nextToken() != null) {
            throw new JsonSyntaxException("Expected the end of the text after one JSON value, but more follows"
                    + at(parser.currentLocation()));
        }
        return value;
    }

    /** One text on its way to a value. */
    private final class Reading {

        private final JsonParser parser;
        private final TreeSize size;

        private Reading(JsonParser parser, TreeSize size) {
            this.parser = parser;
            this.size = size;
        }

        private Json value(int depth) throws IOException, JsonSyntaxException {
            JsonToken token = parser.currentToken();
            return switch (token) {
                case START_OBJECT, START_ARRAY -> container(token, depth);
                case VALUE_STRING -> string(parser);
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> readNumber(parser);
                case VALUE_TRUE -> JsonBoolean.TRUE;
                case VALUE_FALSE -> JsonBoolean.FALSE;
                case VALUE_NULL -> JsonNull.NULL;
                default ->
                    throw new JsonSyntaxException(
                            "Expected a JSON value, but got " + token + at(parser.currentLocation()));
            };
        }

        private Json container(JsonToken start, int depth) throws IOException, JsonSyntaxException {
            if (depth > limits.maxDepth()) {
                throw new JsonSyntaxException("Expected at most " + limits.maxDepth()
                        + " levels of nesting, but got more" + at(parser.currentLocation()));
            }
            if (start == JsonToken.START_OBJECT) {
                size.object();
            } else {
                size.array();
            }
            requireLittle();
            return start == JsonToken.START_OBJECT ? object(depth) : array(depth);
        }

        private void requireLittle() throws JsonSyntaxException {
            if (size.containers() > limits.maxContainers()) {
                throw new JsonSyntaxException("Expected at most " + limits.maxContainers()
                        + " objects and arrays, but got more" + at(parser.currentLocation())
                        + " Send it in several pieces.");
            }
            if (size.bytes() > limits.maxHeapBytes()) {
                throw new JsonSyntaxException("Expected values that take at most " + limits.maxHeapBytes()
                        + " bytes of memory, but these take more: so many and so small are they"
                        + at(parser.currentLocation()) + " Send them in several pieces.");
            }
        }

        private JsonObject object(int depth) throws IOException, JsonSyntaxException {
            if (parser.nextToken() == JsonToken.END_OBJECT) {
                return JsonObject.EMPTY;
            }
            JsonObject.Builder members = JsonObject.builder();
            for (int before = 0; parser.currentToken() != JsonToken.END_OBJECT; before++, parser.nextToken()) {
                String name = wellFormed(parser.currentName(), parser);
                parser.nextToken();
                Json value = value(depth + 1);
                size.member(before, value);
                requireLittle();
                if (!members.add(name, value)) {
                    throw new JsonSyntaxException("Expected each name once in an object, but got \"" + abbreviated(name)
                            + "\" again" + at(parser.currentLocation()));
                }
            }
            return members.build();
        }

        private JsonArray array(int depth) throws IOException, JsonSyntaxException {
            if (parser.nextToken() == JsonToken.END_ARRAY) {
                return JsonArray.EMPTY;
            }
            List<Json> items = new ArrayList<>();
            for (; parser.currentToken() != JsonToken.END_ARRAY; parser.nextToken()) {
                Json item = value(depth + 1);
                size.item(item);
                requireLittle();
                items.add(item);
            }
            return JsonArray.copyOf(items);
        }
    }

    private JsonNumber readNumber(JsonParser parser) throws IOException, JsonSyntaxException {
        if (parser.isNaN()) {
            throw new JsonSyntaxException(
                    "Expected a finite number, but got " + parser.getText() + at(parser.currentLocation()));
        }
        BigDecimal value;
        try {
            value = parser.getDecimalValue();
        } catch (NumberFormatException | ArithmeticException e) {
            throw outOfRange(parser);
        }
        long exponent = (long) value.precision() - value.scale() - 1;
        if (value.precision() > limits.maxNumberLength()
                || (value.signum() != 0 && Math.abs(exponent) > limits.maxExponent())
                || Math.abs((long) value.scale()) > limits.maxExponent() + (long) limits.maxNumberLength()) {
            throw outOfRange(parser);
        }
        return JsonNumber.of(value);
    }

    private JsonSyntaxException outOfRange(JsonParser parser) {
        return new JsonSyntaxException("Expected a number of at most " + limits.maxNumberLength()
                + " digits with an exponent within ±" + limits.maxExponent() + ", but got a larger one"
                + at(parser.currentLocation()));
    }

    private static JsonString string(JsonParser parser) throws IOException, JsonSyntaxException {
        String text = parser.getText();
        long bytes = Utf8Text.quotedBytes(text);
        return JsonString.of(Utf8Text.isPlain(text, bytes) ? text : wellFormed(text, parser), bytes);
    }

    private static String wellFormed(String text, JsonParser parser) throws JsonSyntaxException {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    throw new JsonSyntaxException("Expected well-formed Unicode, but got the unpaired surrogate \\u"
                            + Integer.toHexString(c) + at(parser.currentLocation()));
                }
                i++;
            }
        }
        return text;
    }

    private static JsonSyntaxException syntaxError(JsonProcessingException e) {
        String what = e.getOriginalMessage().replaceAll("\\s+", " ");
        return new JsonSyntaxException("Expected JSON, but " + lowerFirst(what) + at(e.getLocation()));
    }

    private static String abbreviated(String name) {
        return name.length() <= 80 ? name : name.substring(0, 80) + "...";
    }

    private static String lowerFirst(String text) {
        return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }

    private static String at(JsonLocation location) {
        if (location == null) {
            return ".";
        }
        return " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ").";
    }
}
