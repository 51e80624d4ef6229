package io.patchboard.gateway.runner.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AnswerSchemaTest {

    @Test
    void of_contract_onlyItsOperationsAndPaths() {
        Json schema = schema(
                "[{\"op\":[\"add\",\"remove\"],\"path\":\"/claims/-\"},{\"op\":[\"replace\"],\"path\":\"/a.b/*/status\"}]",
                "{\"/claims/-\":{\"type\":\"string\"},\"/a.b/*/status\":{\"enum\":[\"ok\",\"bad\"]}}");

        assertThat(schema).isEqualTo(JsonReader.parse("""
                {"type":"object","properties":{"patch":{"type":"array","items":{"anyOf":[
                 {"type":"object","properties":{"op":{"type":"string","enum":["add"]},
                  "path":{"type":"string","enum":["/claims/-"]},"value":{"type":"string"}},
                  "required":["op","path","value"],"additionalProperties":false},
                 {"type":"object","properties":{"op":{"type":"string","enum":["remove"]},
                  "path":{"type":"string","enum":["/claims/-"]}},
                  "required":["op","path"],"additionalProperties":false},
                 {"type":"object","properties":{"op":{"type":"string","enum":["replace"]},
                  "path":{"type":"string","pattern":"^/a\\\\.b/[^/]+/status$"},
                  "value":{"type":"string","enum":["ok","bad"]}},
                  "required":["op","path","value"],"additionalProperties":false},
                 {"type":"object","properties":{"op":{"type":"string","enum":["add"]},
                  "path":{"type":"string","enum":["/$expand/-"]},"value":{"type":"string"}},
                  "required":["op","path","value"],"additionalProperties":false}]}}},
                 "required":["patch"],"additionalProperties":false}"""));
    }

    @Test
    void of_create_isAnAdd() {
        Json schema = schema("[{\"op\":[\"create\"],\"path\":\"/notes/a\"}]", "{}");

        assertThat(at(schema, "/properties/patch/items/anyOf/0/properties/op/enum"))
                .isEqualTo(JsonReader.parse("[\"add\"]"));
    }

    @Test
    void of_deepAndMovedPaths_pattern() {
        Json schema = schema("[{\"op\":[\"move\"],\"path\":\"/todo/**\"}]", "{}");

        assertThat(at(schema, "/properties/patch/items/anyOf/0/properties")).isEqualTo(JsonReader.parse("""
                        {"op":{"type":"string","enum":["move"]},"path":{"type":"string","pattern":"^/todo/.+$"},
                        "from":{"type":"string","pattern":"^/todo/.+$"}}"""));
    }

    @Test
    void of_values_whatAllProvidersKnow() {
        assertThat(value("{\"type\":\"string\",\"minLength\":3,\"pattern\":\"^x\",\"description\":\"d\"}"))
                .isEqualTo(JsonReader.parse("{\"type\":\"string\",\"description\":\"d\"}"));
        assertThat(value("{\"type\":[\"integer\",\"null\"],\"minimum\":0}"))
                .isEqualTo(JsonReader.parse("{\"type\":[\"integer\",\"null\"]}"));
        assertThat(value("{\"const\":\"done\"}"))
                .isEqualTo(JsonReader.parse("{\"type\":\"string\",\"enum\":[\"done\"]}"));
        assertThat(value("{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}"))
                .isEqualTo(JsonReader.parse("{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}"));
        assertThat(value("""
                {"type":"object","required":["text"],"properties":{"text":{"type":"string"},
                "tags":{"type":"array","maxItems":3,"items":{"type":"string"}}}}""")).isEqualTo(JsonReader.parse("""
                {"type":"object","properties":{"text":{"type":"string"},
                "tags":{"type":"array","items":{"type":"string"}}},"required":["text"],"additionalProperties":false}"""));
    }

    @Test
    void of_valuesThatCannotBeSaid_anything() {
        for (String schema : new String[] {
            "{}",
            "true",
            "{\"$ref\":\"#/$defs/x\"}",
            "{\"allOf\":[{\"type\":\"string\"}]}",
            "{\"type\":\"object\"}",
            "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}",
            "{\"type\":[\"object\",\"null\"]}",
            "{\"anyOf\":[{\"type\":\"string\"},{}]}",
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},\"oneOf\":[{\"type\":\"object\",\"properties\":"
                    + "{\"b\":{\"type\":\"string\"}}}]}",
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"b\"]}",
            "{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}],\"items\":{\"type\":\"integer\"}}",
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},\"if\":{},\"then\":{\"required\":[\"b\"]}}",
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},\"dependentSchemas\":{\"a\":{}}}",
            "{\"$ref\":\"#/$defs/x\",\"type\":\"string\",\"$defs\":{\"x\":{\"type\":\"string\"}}}",
            "{\"$ref\":\"#/properties/x\",\"$defs\":{\"x\":{\"type\":\"string\"}}}",
            "{\"$ref\":\"#/$defs/x\",\"$defs\":{\"x\":{\"$ref\":\"#/$defs/x\"}}}",
            "{\"enum\":[1,\"a\"]}"
        }) {
            assertThat(value(schema)).as(schema).isEqualTo(JsonObject.EMPTY);
        }
    }

    /** The answer of the example evidence-review, as its writer is told of it. */
    @Test
    void of_referencesToDefinitions_whatTheyStandFor() {
        assertThat(value("""
                {"type":"object","required":["text","cites"],"additionalProperties":false,"properties":{
                "text":{"type":"string","minLength":1},"cites":{"type":"array","items":{"$ref":"#/$defs/evidence"}}},
                "$defs":{"evidence":{"type":"object","required":["source","quote"],"additionalProperties":false,
                "properties":{"source":{"type":"string"},"quote":{"type":"string"}}}}}""")).isEqualTo(JsonReader.parse("""
                {"type":"object","properties":{"text":{"type":"string"},"cites":{"type":"array","items":
                {"type":"object","properties":{"source":{"type":"string"},"quote":{"type":"string"}},
                "required":["source","quote"],"additionalProperties":false}}},
                "required":["text","cites"],"additionalProperties":false}"""));
    }

    @Test
    void of_definitionsThatGrowWithEachStep_endSoon() {
        String ten = IntStream.range(0, 10)
                .mapToObj(i -> "\"p" + i + "\":{\"$ref\":\"#/$defs/x\"}")
                .collect(Collectors.joining(","));
        String definition = "{\"type\":\"object\",\"properties\":{" + ten + "}}";

        Json value = value("{\"$ref\":\"#/$defs/x\",\"$defs\":{\"x\":" + definition + "}}");

        assertThat(value.toString().length()).isLessThan(100_000);
    }

    private static Json value(String schema) {
        return at(
                schema("[{\"op\":[\"add\"],\"path\":\"/x\"}]", "{\"/x\":" + schema + "}"),
                "/properties/patch/items/anyOf/0/properties/value");
    }

    private static Json schema(String contract, String schemas) {
        return AnswerSchema.of((JsonArray) JsonReader.parse(contract), (JsonObject) JsonReader.parse(schemas));
    }

    private static Json at(Json json, String pointer) {
        return JsonPointer.parse(pointer).resolve(json).orElseThrow();
    }
}
