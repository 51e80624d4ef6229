package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BlobHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a schema says with {@code $blob}, and which values pass. */
class BlobKeywordTest {

    private static final String HASH = "ab".repeat(32);
    private static final String IMAGES = "{'$blob':{'types':['image/png','text/*'],'maxBytes':100}}";

    private static Json json(String text) {
        return JsonReader.parse(text.replace('\'', '"'));
    }

    private static JsonSchema schema(String text) throws SchemaCompileException {
        return JsonSchema.compile(json(text));
    }

    private static Json blob(long bytes, String type) {
        return new BlobHandle(HASH, bytes, type).toJson();
    }

    @Test
    void handle_ofAnAllowedTypeAndSize_passes() throws SchemaCompileException {
        assertThat(schema(IMAGES).validate(blob(100, "image/png"))).isEmpty();
        assertThat(schema(IMAGES).validate(blob(0, "text/csv"))).isEmpty();
        assertThat(schema("{'$blob':{}}").validate(blob(1L << 40, "video/mp4"))).isEmpty();
    }

    @Test
    void handle_ofAnotherTypeOrSize_isRefused_andToldWhatIsAskedFor() throws SchemaCompileException {
        assertThat(schema(IMAGES).validate(blob(101, "image/png"))).isPresent();
        assertThat(schema(IMAGES).validate(blob(1, "image/jpeg"))).isPresent();
        assertThat(schema(IMAGES).validate(blob(1, "textual/csv"))).isPresent();
        SchemaViolation violation = schema("{'properties':{'photo':" + IMAGES + "}}")
                .validate(json("{'photo':'me.png'}"))
                .orElseThrow();
        assertThat(violation.keyword()).isEqualTo("$blob");
        assertThat(violation.pointer().toString()).isEqualTo("/photo");
        assertThat(violation.message())
                .contains(
                        "a blob", "sha256", "[\"image/png\",\"text/*\"]", "at most 100 bytes at /photo", "\"me.png\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{'$blob':7}",
                "{'$blob':{'sha256':'HASH','bytes':1}}",
                "{'$blob':{'sha256':'HASH','bytes':1,'type':'image/png'},'more':1}",
                "{'$blob':{'sha256':'HASH','bytes':1,'type':'image/png','name':'x'}}",
                "{'$blob':{'sha256':'HASH','bytes':-1,'type':'image/png'}}",
                "{'$blob':{'sha256':'HASH','bytes':1.5,'type':'image/png'}}",
                "{'$blob':{'sha256':'HASH','bytes':1e30,'type':'image/png'}}",
                "{'$blob':{'sha256':'HASH','bytes':'1','type':'image/png'}}",
                "{'$blob':{'sha256':'HASH','bytes':1,'type':'image'}}",
                "{'$blob':{'sha256':'HASH','bytes':1,'type':'image/png; a=b'}}",
                "{'$blob':{'sha256':'../../etc','bytes':1,'type':'image/png'}}",
                "{'$blob':{'sha256':'ABAB','bytes':1,'type':'image/png'}}"
            })
    void value_thatIsNoHandle_isRefused(String text) throws SchemaCompileException {
        Json value = json(text.replace("HASH", HASH));

        assertThat(schema("{'$blob':{}}").validate(value)).isPresent();
        assertThat(BlobHandle.in(value)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$blob':true}",
                "{'$blob':{'types':[]}}",
                "{'$blob':{'types':'image/png'}}",
                "{'$blob':{'types':['image']}}",
                "{'$blob':{'maxBytes':0}}",
                "{'$blob':{'maxBytes':1.5}}",
                "{'$blob':{'bytes':7}}"
            })
    void keyword_thatCannotBeMeant_isAProblemOfTheSchema(String text) {
        assertThatThrownBy(() -> schema(text))
                .isInstanceOfSatisfying(
                        SchemaCompileException.class,
                        e -> assertThat(e.problems()).singleElement().satisfies(problem -> {
                            assertThat(problem.pointer()).isEqualTo("/$blob");
                            assertThat(problem.message()).contains("media types", "maxBytes");
                        }));
    }

    @Test
    void schema_withoutTheKeyword_takesSuchValuesForData() throws SchemaCompileException {
        assertThat(schema("{'type':'object'}").validate(json("{'$blob':7}"))).isEmpty();
        assertThat(schema("{'properties':{'$blob':{'type':'integer'}}}").validate(json("{'$blob':7}")))
                .isEmpty();
    }

    @Test
    void keyword_besideUnevaluatedProperties_speaksForItsMember() throws SchemaCompileException {
        assertThat(schema("{'$blob':{},'unevaluatedProperties':false}").validate(blob(1, "image/png")))
                .isEmpty();
    }

    @Test
    void handles_inALargeState_areFoundAgainAfterAChange() {
        StringBuilder items = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            items.append(i == 0 ? "" : ",").append(i == 250 ? blob(7, "image/png") : "{'n':" + i + "}");
        }
        Json state = json("{'items':[" + items + "],'more':{}}".replace('\'', '"'));

        assertThat(BlobHandle.in(state)).containsExactly(new BlobHandle(HASH, 7, "image/png"));
        assertThat(BlobHandle.in(state)).as("with what was remembered").hasSize(1);
    }
}
