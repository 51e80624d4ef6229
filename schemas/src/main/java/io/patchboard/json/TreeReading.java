package io.patchboard.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.patchboard.text.Cut;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** One text on its way from a parser's tokens to a value, within limits. */
final class TreeReading {

    private final JsonParser parser;
    private final JsonLimits limits;
    private final TreeSize size;
    private final Outline outline;
    private final Optional<byte[]> utf8;
    private final boolean plain;
    private boolean keeping = true;

    /** Those whose objects are done, for the next. */
    private final Deque<JsonObject.Builder> spare = new ArrayDeque<>();

    /** Of all of a text, whatever its format is. */
    TreeReading(JsonParser parser, JsonLimits limits, TreeSize size) {
        this(parser, limits, size, Outline.WHOLE, Optional.empty(), false);
    }

    /**
     * Of JSON.
     *
     * @param utf8 the text, if the parser reads bytes
     * @param plain whether each of its characters stands for itself, and takes one byte
     */
    TreeReading(
            JsonParser parser,
            JsonLimits limits,
            TreeSize size,
            Outline outline,
            Optional<byte[]> utf8,
            boolean plain) {
        this.parser = parser;
        this.limits = limits;
        this.size = size;
        this.outline = outline;
        this.utf8 = utf8;
        this.plain = plain;
    }

    /** The value at which the parser is, with all that is in it. */
    Json value(int depth) throws IOException, JsonSyntaxException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT, START_ARRAY -> container(token, depth);
            case VALUE_STRING -> string();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            case VALUE_TRUE -> JsonBoolean.TRUE;
            case VALUE_FALSE -> JsonBoolean.FALSE;
            case VALUE_NULL -> JsonNull.NULL;
            default ->
                throw new JsonSyntaxException("Expected a JSON value, but got " + token + at(parser.currentLocation()));
        };
    }

    private Json container(JsonToken start, int depth) throws IOException, JsonSyntaxException {
        enter(start, depth);
        return start == JsonToken.START_OBJECT ? object(depth) : array(depth);
    }

    private void enter(JsonToken start, int depth) throws JsonSyntaxException {
        if (depth > limits.maxDepth()) {
            throw new JsonSyntaxException("Expected at most " + limits.maxDepth() + " levels of nesting, but got more"
                    + at(parser.currentLocation()));
        }
        if (start == JsonToken.START_OBJECT) {
            size.object();
        } else {
            size.array();
        }
        requireLittle();
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

    private Json object(int depth) throws IOException, JsonSyntaxException {
        if (parser.nextToken() == JsonToken.END_OBJECT) {
            return JsonObject.EMPTY;
        }
        JsonObject.Builder members = spare.isEmpty() ? JsonObject.builder() : spare.pop();
        for (int before = 0; parser.currentToken() != JsonToken.END_OBJECT; before++, parser.nextToken()) {
            String name = plain ? parser.currentName() : wellFormed(parser.currentName());
            parser.nextToken();
            Json value = depth == 1 ? outlined(name) : value(depth + 1);
            size.member(before, value);
            requireLittle();
            if (!members.add(name, value)) {
                throw new JsonSyntaxException("Expected each name once in an object, but got \""
                        + Cut.shortened(name, 80) + "\" again" + at(parser.currentLocation()));
            }
        }
        Json read = keeping ? members.build() : JsonBoolean.TRUE;
        spare.push(members.clear());
        return read;
    }

    /** As much as is needed of a member of the outermost object. */
    private Json outlined(String name) throws IOException, JsonSyntaxException {
        if (outline.passesOver(name)) {
            keeping = false;
            Json value = value(2);
            keeping = true;
            return value.isNull() ? value : JsonBoolean.TRUE;
        }
        return outline.shares(name) && parser.currentToken() == JsonToken.START_OBJECT && utf8.isPresent()
                ? shared(utf8.get())
                : value(2);
    }

    /** An object that is read once, however many texts have it. */
    private Json shared(byte[] text) throws IOException, JsonSyntaxException {
        int begin = read() - 1;
        Optional<Json> known = outline.known(text, begin);
        if (known.isPresent()) {
            parser.skipChildren();
            return known.get();
        }
        Json value = value(2);
        outline.keep(text, begin, read(), value);
        return value;
    }

    /** How many bytes the parser has read. */
    private int read() {
        return (int) parser.currentLocation().getByteOffset();
    }

    private Json array(int depth) throws IOException, JsonSyntaxException {
        if (parser.nextToken() == JsonToken.END_ARRAY) {
            return JsonArray.EMPTY;
        }
        List<Json> items = new ArrayList<>();
        for (; parser.currentToken() != JsonToken.END_ARRAY; parser.nextToken()) {
            Json item = value(depth + 1);
            size.item(item);
            requireLittle();
            if (keeping) {
                items.add(item);
            }
        }
        return keeping ? JsonArray.copyOf(items) : JsonBoolean.TRUE;
    }

    private JsonNumber number() throws IOException, JsonSyntaxException {
        if (plain
                && parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return JsonNumber.of(parser.getLongValue());
        }
        if (parser.isNaN()) {
            throw new JsonSyntaxException(
                    "Expected a finite number, but got " + parser.getText() + at(parser.currentLocation()));
        }
        BigDecimal value;
        try {
            value = parser.getDecimalValue();
        } catch (NumberFormatException | ArithmeticException e) {
            throw outOfRange();
        }
        long exponent = (long) value.precision() - value.scale() - 1;
        if (value.precision() > limits.maxNumberLength()
                || (value.signum() != 0 && Math.abs(exponent) > limits.maxExponent())
                || Math.abs((long) value.scale()) > limits.maxExponent() + (long) limits.maxNumberLength()) {
            throw outOfRange();
        }
        size.number(value.precision());
        if (size.digitSquares() > limits.maxDigitSquares()) {
            throw new JsonSyntaxException("Expected the squares of the lengths of all numbers of more than "
                    + JsonNumber.LONG_DIGITS + " digits to add up to at most " + limits.maxDigitSquares()
                    + ", but they add up to more" + at(parser.currentLocation())
                    + " Send them in several pieces, or as strings.");
        }
        return JsonNumber.of(value);
    }

    private JsonSyntaxException outOfRange() {
        return new JsonSyntaxException("Expected a number of at most " + limits.maxNumberLength()
                + " digits with an exponent within ±" + limits.maxExponent() + ", but got a larger one"
                + at(parser.currentLocation()));
    }

    private Json string() throws IOException, JsonSyntaxException {
        if (plain) {
            return keeping ? plainString() : JsonBoolean.TRUE;
        }
        int length = parser.getTextLength();
        if (length <= KnownStrings.LONGEST
                && KnownStrings.isPlain(parser.getTextCharacters(), parser.getTextOffset(), length)) {
            return plainString();
        }
        String text = parser.getText();
        long bytes = Utf8Text.quotedBytes(text);
        return JsonString.of(Utf8Text.isPlain(text, bytes) ? text : wellFormed(text), bytes);
    }

    private JsonString plainString() throws IOException {
        return parser.getTextLength() > KnownStrings.LONGEST
                ? JsonString.ofPlain(parser.getText())
                : KnownStrings.plain(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    }

    private String wellFormed(String text) throws JsonSyntaxException {
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

    static String at(JsonLocation location) {
        if (location == null) {
            return ".";
        }
        return " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ").";
    }
}
