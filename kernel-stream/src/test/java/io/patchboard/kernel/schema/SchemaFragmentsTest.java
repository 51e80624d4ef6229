package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.patch.PathPattern;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

    /** Schemas with more do not compile, so whatever was asked before must not matter. */
    @Test
    void target_behindAHundredReferences_isFound_andBehindMoreIsNone_inWhateverOrderTheyAreAsked() {
        for (int first : new int[] {0, 60, 120}) {
            Json chain = json("{'$defs':{"
                    + IntStream.range(0, 120)
                            .mapToObj(i -> "'d" + i + "':{'$ref':'#/$defs/d" + (i + 1) + "'}")
                            .collect(Collectors.joining(","))
                    + ",'d120':{'const':1},'round':{'$ref':'#/$defs/again'},'again':{'$ref':'#/$defs/round'}}}");
            target(chain, "d" + first);
            assertThat(target(chain, "d19")).isEmpty();
            assertThat(target(chain, "d20")).contains(json("{'const':1}"));
            assertThat(target(chain, "d119")).contains(json("{'const':1}"));
            assertThat(target(chain, "d0")).isEmpty();
            assertThat(target(chain, "round")).isEmpty();
            assertThat(target(chain, "again")).isEmpty();
        }
    }

    private static Optional<Json> target(Json root, String definition) {
        return SchemaFragments.target(
                root, JsonPointer.parse("/$defs/" + definition).resolve(root).orElseThrow());
    }

    /** As measured without: 1.7 s for 340 paths of 190 segments through 50 references each. */
    @Test
    void at_manyStepsThroughTheSameReferences_followsThemOnce() {
        Json schema = json("{'$ref':'#/$defs/d0','$defs':{"
                + IntStream.range(0, 90)
                        .mapToObj(i -> "'d" + i + "':{'$ref':'#/$defs/d" + (i + 1) + "'}")
                        .collect(Collectors.joining(","))
                + ",'d90':{'properties':{'a':{'$ref':'#/$defs/d0'}}}}}");
        PathPattern path = PathPattern.parse("/a".repeat(200));
        SchemaFragments.at(schema, path);
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = thread.getCurrentThreadAllocatedBytes();
        assertThat(SchemaFragments.at(schema, path)).isPresent();
        assertThat(thread.getCurrentThreadAllocatedBytes() - before)
                .as("bytes of 200 steps; of 18,000 references they would be millions")
                .isLessThan(1_000_000);
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
