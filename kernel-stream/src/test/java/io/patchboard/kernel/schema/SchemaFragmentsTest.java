package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.patch.PathPattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaFragmentsTest {

    private static final Json SCHEMA = json("{'properties':{'claims':{'type':'array','items':{'$ref':'#/$defs/claim'}},"
            + "'pair':{'prefixItems':[{'const':1},{'const':2}],'items':{'const':3}},"
            + "'mixed':{'properties':{'a':{'const':1}},'additionalProperties':{'const':2}},"
            + "'named':{'patternProperties':{'^a':{'const':1}},'additionalProperties':{'const':2}},"
            + "'byId':{'additionalProperties':{'$ref':'#/$defs/claim'}},'loop':{'$ref':'#/$defs/loop'},'any':true},"
            + "'$defs':{'claim':{'properties':{'status':{'$ref':'#/$defs/status'},'next':{'$ref':'#/$defs/claim'}}},"
            + "'status':{'enum':['a']},'loop':{'$ref':'#/$defs/loop'},'unused':{'const':0}}}");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/claims/-/status       | {'enum':['a']}",
                "/claims/*/status       | {'enum':['a']}",
                "/claims/7/next/status  | {'enum':['a']}",
                "/byId/*/status         | {'enum':['a']}",
                "/byId/x/status         | {'enum':['a']}",
                "/pair/1                | {'const':2}",
                "/pair/2                | {'const':3}",
                "/mixed/a               | {'const':1}",
                "/mixed/b               | {'const':2}",
                "/any                   | true"
            })
    void at_path_givesTheSubschema(String pattern, String fragment) {
        assertThat(SchemaFragments.at(SCHEMA, PathPattern.parse(pattern))).contains(json(fragment));
    }

    @ParameterizedTest
    @CsvSource({
        "/none",
        "/loop",
        "/loop/x",
        "/claims/-/status/x",
        "/any/x",
        "/byId/-",
        "/claims/**",
        "/mixed/*",
        "/named/*",
        "/named/b",
        "/pair/*",
        "/pair/-"
    })
    void at_pathWithoutPlainSchema_isEmpty(String pattern) {
        assertThat(SchemaFragments.at(SCHEMA, PathPattern.parse(pattern))).isEmpty();
    }

    @Test
    void at_rootPattern_isTheWholeSchema() {
        assertThat(SchemaFragments.at(SCHEMA, PathPattern.parse(""))).contains(SCHEMA);
    }

    @Test
    void withDefs_fragment_standsAlone() throws SchemaCompileException {
        Json claim = SchemaFragments.at(SCHEMA, PathPattern.parse("/claims/-")).orElseThrow();
        Json alone = SchemaFragments.withDefs(SCHEMA, claim);
        assertThat(alone)
                .isEqualTo(json("{'properties':{'status':{'$ref':'#/$defs/status'},'next':{'$ref':'#/$defs/claim'}},"
                        + "'$defs':{'status':{'enum':['a']},'claim':{'properties':{'status':{'$ref':'#/$defs/status'},"
                        + "'next':{'$ref':'#/$defs/claim'}}}}}"));
        assertThat(JsonSchema.compile(alone).validate(json("{'next':{'status':'b'}}")))
                .isPresent();
        assertThat(SchemaFragments.withDefs(SCHEMA, json("{'const':1}"))).isEqualTo(json("{'const':1}"));
    }

    private static Json json(String text) {
        return JsonReader.parse(text.replace('\'', '"'));
    }
}
