package io.patchboard.gateway.config;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;

/** Refuses YAML aliases, which Jackson's parser would hand over as the plain string of their name. */
final class AliasRefusingParser extends JsonParserDelegate {

    private final YAMLParser yaml;

    AliasRefusingParser(YAMLParser yaml) {
        super(yaml);
        this.yaml = yaml;
    }

    @Override
    public JsonToken nextToken() throws IOException {
        JsonToken token = yaml.nextToken();
        if (yaml.isCurrentAlias()) {
            throw new JsonParseException(
                    (JsonParser) yaml, "the alias *" + yaml.getText() + " is not supported here; write the value out");
        }
        return token;
    }
}
