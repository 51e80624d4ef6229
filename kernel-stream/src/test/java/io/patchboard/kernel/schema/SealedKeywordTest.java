package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import io.patchboard.record.SealedValue;
import java.lang.management.ManagementFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a schema says with {@code $sealed}, which values pass, and that no message tells a secret. */
class SealedKeywordTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String KEY = "k".repeat(22);
    private static final String DATA = "d".repeat(40);
    private static final String SEALED =
            "{'properties':{'name':{'$sealed':{'type':'string'}},'age':{'type':'integer'}}}";

    private static Json json(String text) {
        return JsonReader.parse(text.replace('\'', '"').replace("KEY", KEY).replace("DATA", DATA));
    }

    private static JsonSchema schema(String text) throws SchemaCompileException {
        return JsonSchema.compile(json(text));
    }

    @Test
    void sealedValue_passes_whateverIsInIt() throws SchemaCompileException {
        Json closed = new SealedValue("patient-12", "visit-7", KEY, DATA).toJson();

        assertThat(schema("{'$sealed':{'type':'integer'}}").validate(closed)).isEmpty();
        assertThat(SealedValue.of(closed)).isPresent();
        assertThat(schema(SEALED).seals()).isTrue();
        assertThat(schema("{'type':'string'}").seals()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'Ada Lovelace'",
                "null",
                "{'$unsealed':{'subject':'s','value':'Ada Lovelace'}}",
                "{'$sealed':{'subject':'s','board':'b','key':'KEY'}}",
                "{'$sealed':{'subject':'s','board':'b','key':'KEY','data':'DATA'},'name':'Ada Lovelace'}",
                "{'$sealed':{'subject':'s','board':'b','key':'KEY','data':'Ada Lovelace'}}",
                "{'$sealed':{'subject':'Ada Lovelace','board':'b','key':'KEY','data':'DATA'}}",
                "{'$sealed':{'subject':'s','board':'','key':'KEY','data':'DATA'}}",
                "{'$sealed':{'subject':'s','board':'b','key':'short','data':'DATA'}}",
                "{'$sealed':{'subject':'s','board':'b','key':'KEY','data':'DATA','name':'Ada Lovelace'}}"
            })
    void anythingElse_isRefused_toldHowToSeal_andNotRepeated(String value) throws SchemaCompileException {
        SchemaViolation violation = schema("{'properties':{'name':{'$sealed':{}}}}")
                .validate(json("{'name':" + value + "}"))
                .orElseThrow();

        assertThat(violation.keyword()).isEqualTo("$sealed");
        assertThat(violation.pointer().toString()).isEqualTo("/name");
        assertThat(violation.message()).contains("$unsealed", "patchboard seal").doesNotContain("Lovelace");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'properties':{'name':{'anyOf':[{'type':'null'},{'$sealed':{}}]}}}",
                "{'properties':{'name':{'oneOf':[{'const':7},{'$ref':'#/$defs/s'}]}},'$defs':{'s':{'$sealed':{}}}}",
                "{'properties':{'name':{'type':'integer'},'other':{'$sealed':{}}}}",
                "{'properties':{'name':{'enum':['Ada Lovelac']},'other':{'$sealed':{}}}}"
            })
    void whereSomethingIsSealed_noMessageRepeatsAValue(String schema) throws SchemaCompileException {
        SchemaViolation violation =
                schema(schema).validate(json("{'name':'Ada Lovelace'}")).orElseThrow();

        assertThat(violation.message()).contains("/name", "a string").doesNotContain("Lovelace");
        assertThat(violation.nearest().map(SchemaViolation::message).orElse("")).doesNotContain("Lovelace");
    }

    /** Each level leads to all that are within it, which would be twice as many for each. */
    @Test
    void whatIsSealedWithinWhatIsSealed_isCompiledOnce() throws SchemaCompileException {
        String inside = "{'type':'string'}";
        for (int level = 0; level < 14; level++) {
            String references = IntStream.rangeClosed(1, level)
                    .mapToObj(i -> "'r" + i + "':{'$ref':'#" + "/$sealed".repeat(i) + "'}")
                    .collect(Collectors.joining(","));
            inside = "{'$sealed':" + inside + ",'$defs':{" + references + "}}";
        }
        schema("{'$sealed':{}}");

        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(schema(inside).seals()).isTrue();
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(40 << 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$sealed':true}",
                "{'$sealed':'string'}",
                "{'$sealed':{'type':'strin'}}",
                "{'$sealed':{'$ref':'#/$defs/name'}}",
                "{'$sealed':{},'type':'string'}",
                "{'$sealed':{},'maxLength':7}"
            })
    void schemaThatCannotBeMeant_isRefused(String schema) {
        assertThatThrownBy(() -> schema(schema))
                .isInstanceOfSatisfying(
                        SchemaCompileException.class,
                        refused -> assertThat(refused.problems())
                                .first()
                                .extracting(Problem::pointer)
                                .isEqualTo("/$sealed"));
    }
}
