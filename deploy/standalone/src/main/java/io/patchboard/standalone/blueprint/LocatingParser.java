package io.patchboard.standalone.blueprint;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Remembers in which line each value stands, and refuses YAML aliases, which Jackson's parser would hand over as the
 * plain string of their name.
 */
final class LocatingParser extends JsonParserDelegate {

    /** Of all places together: one stands beside each value of a text, and may be as long as the text. */
    private static final long MOST_CHARS = 4_000_000;

    private final Map<String, Integer> lines = new HashMap<>();
    private long chars;

    LocatingParser(JsonParser parser) {
        super(parser);
    }

    /**
     * Lines, counted from 1, by JSON Pointer. A member of an object stands where its name does. Of a text whose places
     * are long only those of the first values are known.
     */
    Map<String, Integer> lines() {
        return lines;
    }

    @Override
    public JsonToken nextToken() throws IOException {
        JsonToken token = super.nextToken();
        if (delegate instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            throw new JsonParseException(
                    delegate,
                    "the alias *" + yaml.getText()
                            + " is not supported here; write the value out, or in quotes if it is a word that begins with *");
        }
        if (token != null && !token.isStructEnd() && chars < MOST_CHARS) {
            String place = getParsingContext().pathAsPointer().toString();
            chars += place.length();
            lines.putIfAbsent(place, currentTokenLocation().getLineNr());
        }
        return token;
    }
}
