package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonSchemaTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final String CLAIMS = "{'type':'object','properties':{'claims':{'type':'array','items':"
            + "{'type':'object','required':['id','status'],'properties':{'status':{'enum':['draft','verified','refuted']},"
            + "'id':{'type':'string','minLength':2}},'additionalProperties':false}}}}";

    @Test
    void patternsThatMeanTheSame_bothApply() {
        String schema = "{'patternProperties':{'\\\\s':{'type':'string'},'[\\\\s]':{'maxLength':3}}}";
        assertThat(schema(schema).validate(json("{'a b':1}"))).isPresent();
        assertThat(schema(schema).validate(json("{'a b':'long'}"))).isPresent();
        assertThat(schema(schema).validate(json("{'a b':'abc'}"))).isEmpty();
    }

    @Test
    void validate_enum_readsAsTheContractSays() {
        assertThat(schema(CLAIMS).validate(json("{'claims':[{'id':'c1','status':'ok'}]}")))
                .contains(new SchemaViolation(
                        "enum",
                        JsonPointer.parse("/claims/0/status"),
                        "/properties/claims/items/properties/status",
                        "Expected one of draft, verified, refuted at /claims/0/status, but got \"ok\"."));
    }

    /** A message has the first options, and no more of them are made ready for it. */
    @Test
    void validateAll_ofManyPlaces_looksAtNoMoreOptionsThanItTells() {
        String options =
                IntStream.range(0, 10_000).mapToObj(i -> "'option" + i + "'").collect(Collectors.joining(","));
        JsonSchema schema = schema("{'items':{'enum':[" + options + "]}}");
        Json value = JsonArray.copyOf(Collections.nCopies(100, Json.of("no")));
        schema.validateAll(value, 1);

        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(schema.validateAll(value, 100)).hasSize(100);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(10 << 20);
    }

    @Test
    void validateAll_ofNamesOfTheSameHash_tellsEachOnce_inDocumentOrder() {
        List<String> names = List.of("BBBB", "AaBB", "AaAa", "BBAa");
        String members = names.stream().map(name -> "'" + name + "':1").collect(Collectors.joining(","));

        assertThat(schema("{'$defs':{'s':{'additionalProperties':{'type':'string'}}},"
                                + "'allOf':[{'$ref':'#/$defs/s'},{'$ref':'#/$defs/s'}]}")
                        .validateAll(json("{" + members + "}"), 10))
                .extracting(violation -> violation.pointer().last())
                .containsExactlyElementsOf(names);
    }

    @Test
    void validateAll_manyViolations_comeInDocumentOrder() {
        List<SchemaViolation> violations =
                schema(CLAIMS).validateAll(json("{'claims':[{'x':1,'status':'ok','id':''},7,{'status':'draft'}]}"), 10);
        assertThat(violations.stream().map(v -> v.pointer() + " " + v.keyword()))
                .containsExactly(
                        "/claims/0 additionalProperties",
                        "/claims/0/status enum",
                        "/claims/0/id minLength",
                        "/claims/1 type",
                        "/claims/2 required");
        assertThat(violations.get(0).message())
                .isEqualTo("Expected no member \"x\" in the object at /claims/0, but it is there.");
        assertThat(violations.get(4).message())
                .isEqualTo("Expected the member \"id\" in the object at /claims/2, but it is missing.");
        assertThat(violations.get(4).schemaPointer()).isEqualTo("/properties/claims/items");
        assertThat(schema(CLAIMS).validateAll(json("{'claims':[1,2,3]}"), 2)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':['string','null']}      | 7       | type      | Expected a string or null at the root, but"
                        + " got 7.",
                "{'const':1}                     | 2       | const     | Expected 1 at the root, but got 2.",
                "{'minimum':1.5}                 | 1       | minimum   | Expected a number of at least 1.5 at the"
                        + " root, but got 1.",
                "{'maxLength':2}                 | 'abc'   | maxLength | Expected at most 2 characters at the root,"
                        + " but got 3.",
                "{'pattern':'^a'}                | 'b'     | pattern   | Expected a string that matches \"^a\" at the"
                        + " root, but got \"b\".",
                "{'minItems':2}                  | [1]     | minItems  | Expected at least 2 items at the root, but"
                        + " got 1.",
                "{'uniqueItems':true}            | [1,1.0] | uniqueItems | Expected items that all differ in the array"
                        + " at the root, but two are equal.",
                "{'not':{'type':'number'}}       | 1       | not       | Expected a value that the schema under not"
                        + " refuses at the root, but got 1.",
                "{'anyOf':[{'type':'string'},{'properties':{'a':{'items':{'type':'null'}}},'type':'object'}]} |"
                        + " {'a':[1]} | anyOf | Expected a value that fits one of the 2 schemas of anyOf at the root, but"
                        + " got an object with a. The nearest of them says: Expected null at /a/0, but got 1.",
                "{'oneOf':[{'type':'number'},{'type':'integer'}]} | 1 | oneOf | Expected a value that fits exactly one"
                        + " of the 2 schemas of oneOf at the root, but got 1.",
                "{'oneOf':[{'type':'string'},{'type':'null'}]} | 1 | oneOf | Expected a value that fits exactly one of"
                        + " the 2 schemas of oneOf at the root, but got 1.",
                "{'$ref':'#/$defs/a','$defs':{'a':{'type':'string'}}} | 1 | type | Expected a string at the root, but"
                        + " got 1.",
                "{'dependentRequired':{'a':['b']}} | {'a':1} | dependentRequired | Expected the member \"b\" in the object at"
                        + " the root, since others depend on it, but it is missing.",
                "{'contains':{'const':1}}        | [2]     | contains  | Expected an array with an item that the schema"
                        + " asks for at the root, but too few of the items fit.",
                "{'contains':{'const':1},'maxContains':1} | [1,1] | maxContains | Expected at most 1 fitting items at"
                        + " the root, but more fit.",
                "{'prefixItems':[true],'items':false} | [1,2] | items | Expected a value that satisfies items at the root,"
                        + " but got [1,2]. (index '1' is not defined in the schema and the schema does not allow additional"
                        + " items)",
                "{'unevaluatedItems':false}      | [1]     | unevaluatedItems | Expected a value that satisfies"
                        + " unevaluatedItems at the root, but got [1]. (index '0' is not evaluated and the schema does not"
                        + " allow unevaluated items)",
                "{'allOf':[{'properties':{'a':true}}],'unevaluatedProperties':false} | {'a':1,'b':2} |"
                        + " unevaluatedProperties | Expected no member \"b\" in the object at the root, but it is there.",
                "{'propertyNames':{'maxLength':1}} | {'ab':1} | propertyNames | Expected names of members that the schema"
                        + " allows in the object at the root, but \"ab\" is not.",
                "false                           | 1       | false     | Expected no value at the root, but got 1."
            })
    void validate_keyword_hasAMessage(String schema, String value, String keyword, String message) {
        SchemaViolation violation = schema(schema).validate(json(value)).orElseThrow();
        assertThat(violation.keyword()).isEqualTo(keyword);
        assertThat(violation.message()).isEqualTo(message);
    }

    @Test
    void validate_nestedAnyOf_pointsToTheValueAndTheSchema() {
        SchemaViolation violation = schema(
                        "{'properties':{'xs':{'items':{'$ref':'#/$defs/x'}}},"
                                + "'$defs':{'x':{'anyOf':[{'properties':{'k':{'type':'null'}},'type':'object'},{'type':'string'}]}}}")
                .validate(json("{'xs':['a',{'k':1}]}"))
                .orElseThrow();
        assertThat(violation.pointer()).hasToString("/xs/1");
        assertThat(violation.schemaPointer()).isEqualTo("/$defs/x");
        assertThat(violation.keyword()).isEqualTo("anyOf");
    }

    @Test
    void validate_falseProperty_pointsToTheSchema() {
        SchemaViolation violation =
                schema("{'properties':{'a':false}}").validate(json("{'a':1}")).orElseThrow();
        assertThat(violation.keyword()).isEqualTo("false");
        assertThat(violation.pointer()).hasToString("/a");
        assertThat(violation.schemaPointer()).isEqualTo("/properties/a");
    }

    @Test
    void validate_numbers_areExact() {
        assertThat(schema("{'type':'integer'}").validate(json("1.0"))).isEmpty();
        assertThat(schema("{'enum':[1,2.50]}").validateAll(json("1.0"), 1)).isEmpty();
        assertThat(schema("{'enum':[1,2.50]}").validateAll(json("2.5"), 1)).isEmpty();
        assertThat(schema("{'maximum':9007199254740992}").validate(json("9007199254740993")))
                .isPresent();
        assertThat(schema("{'maximum':0.1}").validate(json("0.10000000000000000000001")))
                .isPresent();
        assertThat(schema("{'multipleOf':3}").validate(json("9007199254740993")))
                .isEmpty();
        assertThat(schema("{'multipleOf':3}").validate(json("9007199254740994")))
                .isPresent();
        assertThat(schema("{'multipleOf':0.01}").validate(json("4.35"))).isEmpty();
        assertThat(schema("{'const':100000000000000000000000000001}").validate(json("100000000000000000000000000002")))
                .isPresent();
    }

    @Test
    void validate_format_isAnAnnotation() {
        assertThat(schema("{'format':'date-time'}").validate(json("'yesterday'")))
                .isEmpty();
    }

    @Test
    void validate_regexBomb_isJudged() {
        JsonSchema schema = schema("{'pattern':'^(a+)+$'}");
        Json bomb = Json.of("a".repeat(50_000) + "!");
        assertThat(schema.validate(bomb)).isPresent();
    }

    @Test
    void validate_exponentialSchema_isGivenUp() {
        String doubling = "{'allOf':[{'items':{'$ref':'#'}},{'items':{'$ref':'#'}}]}";
        Json deep = Json.of(1);
        for (int i = 0; i < 60; i++) {
            deep = JsonArray.of(deep);
        }
        assertThat(schema(doubling).validate(deep).orElseThrow().keyword()).isEqualTo("cost");
    }

    @Test
    void compile_longChainOfReferences_isRefused() {
        SchemaCompileException error =
                catchThrowableOfType(SchemaCompileException.class, () -> JsonSchema.compile(chain("$ref")));
        assertThat(error.problems()).hasSize(1);
        assertThat(error).hasMessageContaining("in a row");
    }

    @Test
    void validate_longChainThroughItems_isAsDeepAsTheValue() throws SchemaCompileException {
        Json deep = Json.of(1);
        for (int i = 0; i < 127; i++) {
            deep = JsonArray.of(deep);
        }
        assertThat(JsonSchema.compile(chain("items")).validate(deep)).isEmpty();
    }

    @Test
    void validate_deepEvaluation_isGivenUpBeforeTheStackEnds() throws SchemaCompileException {
        StringBuilder chain = new StringBuilder("{'items':{'$ref':'#/$defs/d0'},'$defs':{");
        for (int i = 0; i < 90; i++) {
            chain.append("'d")
                    .append(i)
                    .append("':{'$ref':'#/$defs/d")
                    .append(i + 1)
                    .append("'},");
        }
        Json deep = Json.of(1);
        for (int i = 0; i < 127; i++) {
            deep = JsonArray.of(deep);
        }
        JsonSchema schema = schema(chain.append("'d90':{'$ref':'#'}}}").toString());
        assertThat(schema.validate(deep).orElseThrow().keyword()).isEqualTo("cost");
    }

    private static Json chain(String keyword) {
        JsonObject.Builder definitions = JsonObject.builder();
        for (int i = 0; i < 3_000; i++) {
            Json next = JsonObject.of("$ref", Json.of("#/$defs/d" + (i + 1)));
            definitions.put("d" + i, keyword.equals("$ref") ? next : JsonObject.of(keyword, next));
        }
        definitions.put("d3000", Json.of(true));
        return JsonObject.builder()
                .put("$ref", "#/$defs/d0")
                .put("$defs", definitions.build())
                .build();
    }

    @Test
    void validate_wideValue_isCheckedInFull() {
        JsonSchema schema = schema("{'items':{'type':'integer','minimum':0}}");
        assertThat(schema.validate(JsonArray.copyOf(Collections.nCopies(200_000, Json.of(1)))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'text'}                                   | /type",
                "{'properties':{'a':{'minLength':-1}}}             | /properties/a/minLength",
                "{'$ref':'#/$defs/none'}                           | /$ref",
                "{'$ref':'#none'}                                  | /$ref",
                "{'$ref':'http://example.com/x.json'}              | /$ref",
                "{'$ref':'file:///etc/passwd'}                     | /$ref",
                "{'$ref':'other.json#/a'}                          | /$ref",
                "{'$ref':'https://json-schema.org/draft/2020-12/none'} | /$ref",
                "{'$ref':'classpath:/x.json'}                      | /$ref",
                "{'$ref':'#'}                                      | ``",
                "{'$defs':{'a':{'$ref':'#/$defs/b'},'b':{'allOf':[{'$ref':'#/$defs/a'}]}}} | /$defs/b/allOf/0",
                "{'not':{'if':{'$ref':'#'}}}                       | /not/if",
                "{'pattern':'a(?=b)'}                              | /pattern",
                "{'pattern':'(a)\\\\1'}                            | /pattern",
                "{'pattern':'(a{1000}){1000}'}                     | /pattern",
                "{'pattern':'('}                                   | /pattern",
                "{'patternProperties':{'(?<!a)b':true}}            | /patternProperties/(?<!a)b",
                "{'$schema':'http://json-schema.org/draft-07/schema#'} | /$schema"
            })
    void compile_unusableSchema_namesThePlace(String schema, String pointer) {
        SchemaCompileException error =
                catchThrowableOfType(SchemaCompileException.class, () -> JsonSchema.compile(json(schema)));
        assertThat(error).as(schema).isNotNull();
        assertThat(error.problems().stream().map(Problem::pointer)).contains(pointer);
        assertThat(error.problems())
                .allSatisfy(problem ->
                        assertThat(problem.message()).startsWith("Expected ").contains(", but "));
    }

    @Test
    void compile_severalProblems_reportsAll() {
        SchemaCompileException error = catchThrowableOfType(
                SchemaCompileException.class,
                () -> JsonSchema.compile(json("{'type':'text','$ref':'#/no','pattern':'(?!a)'}")));
        assertThat(error.problems()).hasSize(3);
    }

    private static JsonSchema schema(String text) {
        try {
            return JsonSchema.compile(json(text));
        } catch (SchemaCompileException e) {
            throw new AssertionError(e.problems().toString(), e);
        }
    }

    private static Json json(String text) {
        return JsonReader.parse(text.replace('\'', '"'));
    }
}
