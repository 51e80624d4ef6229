package io.patchboard.gateway.llm.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;

final class SchemaFitTest {

    @Test
    void isStrict_closedAndAllRequired() {
        JsonObject schema = schema("[\"a\",\"b\"]", "{\"type\":\"string\"}");

        assertThat(SchemaFit.isStrict(schema)).isTrue();
        assertThat(SchemaFit.isClosed(schema)).isTrue();
    }

    @Test
    void isStrict_optionalMember_closedOnly() {
        JsonObject schema = schema("[\"a\"]", "{\"type\":\"string\"}");

        assertThat(SchemaFit.isStrict(schema)).isFalse();
        assertThat(SchemaFit.isClosed(schema)).isTrue();
    }

    @Test
    void isClosed_openValueAtAnyDepth_not() {
        assertThat(SchemaFit.isClosed(schema("[\"a\",\"b\"]", "{}"))).isFalse();
        assertThat(SchemaFit.isClosed(schema("[\"a\",\"b\"]", "{\"type\":\"array\",\"items\":{}}")))
                .isFalse();
        assertThat(SchemaFit.isClosed(schema("[\"a\",\"b\"]", "{\"anyOf\":[{\"type\":\"string\"},{}]}")))
                .isFalse();
        assertThat(SchemaFit.isClosed(schema("[\"a\",\"b\"]", "{\"type\":\"object\"}")))
                .isFalse();
    }

    private static JsonObject schema(String required, String member) {
        return (JsonObject) JsonReader.parse("{\"type\":\"object\",\"properties\":{\"a\":" + member
                + ",\"b\":{\"type\":\"null\"}},\"required\":" + required + ",\"additionalProperties\":false}");
    }
}
