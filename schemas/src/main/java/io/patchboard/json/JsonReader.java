package io.patchboard.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
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
     * {@link TreeReading}, so that a number that was accepted is also accepted in the form in which it is written.
     */
    private static final int NUMBER_PUNCTUATION = 32;

    private static final int CHARACTERS_AT_ONCE = 512;

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
        JsonFactoryBuilder settings = new JsonFactoryBuilder();
        // Names come from outside and never end: interning them, looking them up among those of other texts, or failing
        // on a table of them that depends on what this process read before, would let one text decide the fate of
        // another.
        settings.disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxDepth())
                        .maxNumberLength(limits.maxNumberLength() + NUMBER_PUNCTUATION)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(limits.maxBytes())
                        .build());
        return new BoundedNames(settings);
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
        return read(utf8, Outline.WHOLE);
    }

    /** As {@link #read(byte[])}, for who needs an outline: what is refused is the same. */
    public Json read(byte[] utf8, Outline outline) throws JsonSyntaxException {
        if (utf8.length > limits.maxBytes()) {
            throw new JsonSyntaxException(
                    "Expected at most " + limits.maxBytes() + " bytes of JSON, but got " + utf8.length + ".");
        }
        if (utf8.length >= 3 && utf8[0] == (byte) 0xEF && utf8[1] == (byte) 0xBB && utf8[2] == (byte) 0xBF) {
            throw new JsonSyntaxException(
                    "Expected JSON without a byte order mark (RFC 8259 section 8.1), but the text begins with one.");
        }
        boolean ascii = AsciiScan.isAscii(utf8);
        if (!ascii) {
            requireWellFormed(utf8);
        }
        boolean plain = ascii && !AsciiScan.has(utf8, (byte) '\\');
        try {
            return read(() -> factory.createParser(utf8), outline, Optional.of(utf8), plain);
        } catch (JsonSyntaxException e) {
            // As text it is refused, too, and in the same words as all other text, unless its names collide.
            return read(new String(utf8, StandardCharsets.UTF_8), outline);
        }
    }

    /** Jackson reads what is overlong, and halves of pairs, as if they were UTF-8. */
    private static void requireWellFormed(byte[] utf8) throws JsonSyntaxException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer bytes = ByteBuffer.wrap(utf8);
        CharBuffer some = CharBuffer.allocate(CHARACTERS_AT_ONCE);
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            result = decoder.decode(bytes, some.clear(), true);
        }
        if (result.isError()) {
            throw new JsonSyntaxException("Expected JSON in UTF-8, but the bytes are not well-formed UTF-8.");
        }
    }

    public Json read(String text) throws JsonSyntaxException {
        return read(text, Outline.WHOLE);
    }

    private Json read(String text, Outline outline) throws JsonSyntaxException {
        if (text.length() > limits.maxBytes()) {
            throw new JsonSyntaxException(
                    "Expected at most " + limits.maxBytes() + " bytes of JSON, but got " + text.length() + " or more.");
        }
        return read(() -> factory.createParser(text), outline, Optional.empty(), false);
    }

    private interface Opening {

        JsonParser open() throws IOException;
    }

    private Json read(Opening text, Outline outline, Optional<byte[]> utf8, boolean plain) throws JsonSyntaxException {
        try (JsonParser parser = text.open()) {
            TreeSize size = sizeOfAll.orElseGet(TreeSize::new);
            return readDocument(parser, new TreeReading(parser, limits, size, outline, utf8, plain));
        } catch (JsonProcessingException e) {
            throw syntaxError(e);
        } catch (IOException e) {
            throw new JsonSyntaxException("Expected JSON, but it could not be read: " + e.getMessage());
        }
    }

    /** Reads the one value that a parser of any Jackson format (JSON, YAML) has to offer. */
    public Json readDocument(JsonParser parser) throws IOException, JsonSyntaxException {
        return readDocument(parser, new TreeReading(parser, limits, sizeOfAll.orElseGet(TreeSize::new)));
    }

    private static Json readDocument(JsonParser parser, TreeReading reading) throws IOException, JsonSyntaxException {
        if (parser.nextToken() == null) {
            throw new JsonSyntaxException("Expected a JSON value, but the text is empty.");
        }
        Json value = reading.value(1);
        if (parser.nextToken() != null) {
            throw new JsonSyntaxException("Expected the end of the text after one JSON value, but more follows"
                    + TreeReading.at(parser.currentLocation()));
        }
        return value;
    }

    private static JsonSyntaxException syntaxError(JsonProcessingException e) {
        String what = ParserMessage.of(e);
        return new JsonSyntaxException("Expected JSON, but " + lowerFirst(what) + TreeReading.at(e.getLocation()));
    }

    private static String lowerFirst(String text) {
        return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
