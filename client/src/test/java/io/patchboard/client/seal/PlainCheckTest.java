package io.patchboard.client.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What should be sealed and is not, or is not what was asked for, goes nowhere. */
class PlainCheckTest {

    private static final String NAME = "{'$sealed':{'type':'string','maxLength':12}}";

    private static Json json(String text) {
        return JsonReader.parse(text.replace('\'', '"').replace("NAME", NAME.replace('\'', '"')));
    }

    private static final JsonObject FRAGMENTS = (JsonObject)
            json("{'/name':NAME,'/visits/*':{'properties':{'who':{'$ref':'#/$defs/n'}},'$defs':{'n':NAME}}}");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'op':'add','path':'/name','value':'Ada Lovelace'}]",
                "[{'op':'add','path':'/visits/-','value':{'who':'Ada Lovelace'}}]",
                "[{'op':'add','path':'/visits/3/who','value':'Ada Lovelace'}]",
                "[{'op':'add','path':'/name','value':{'$unsealed':{'subject':'s','value':'Countess Ada Lovelace'}}}]",
                "[{'op':'add','path':'/name','value':{'$unsealed':{'subject':'s','value':{'Lovelace':1}}}}]"
            })
    void patchWithAPlainOrWrongValue_isRefused_andItIsNotRepeated(String patch) {
        assertThatThrownBy(() -> PlainCheck.patch(FRAGMENTS, json(patch)))
                .isInstanceOf(SealException.class)
                .hasMessageContaining("/0/value")
                .hasMessageContaining("Nothing was sent")
                .hasMessageNotContaining("Lovelace");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'op':'add','path':'/name','value':{'$unsealed':{'subject':'s','value':'Ada'}}}]",
                "[{'op':'add','path':'/visits/-','value':{'who':{'$unsealed':{'subject':'s','value':'Ada'}},'n':1}}]",
                "[{'op':'add','path':'/elsewhere','value':'Ada'},{'op':'remove','path':'/name'},7]",
                "{'no':'patch'}"
            })
    void othersAreForTheKernelToJudge(String patch) {
        assertThatCode(() -> PlainCheck.patch(FRAGMENTS, json(patch))).doesNotThrowAnyException();
    }

    @Test
    void inputOfABoard_isCheckedByItsBlueprint() {
        Json blueprint = json("{'input':{'properties':{'name':NAME}}}");

        assertThatThrownBy(() -> PlainCheck.input(blueprint, json("{'name':'Ada Lovelace'}")))
                .isInstanceOf(SealException.class)
                .hasMessageContaining("\"/input/name\"");
        assertThatCode(() -> PlainCheck.input(blueprint, json("{'name':{'$unsealed':{'subject':'s','value':'A'}}}")))
                .doesNotThrowAnyException();
        assertThatCode(() -> PlainCheck.input(json("{}"), json("{'name':'Ada'}")))
                .doesNotThrowAnyException();
    }

    private static Json many(int count, Json one) {
        return JsonArray.copyOf(Collections.nCopies(count, one));
    }

    private static JsonObject unsealed(Json value) {
        JsonObject.Builder marked = JsonObject.builder().put("subject", "s").put("value", value);
        return JsonObject.of("$unsealed", marked.build());
    }

    @Test
    void schemaOfManySealedValues_isCompiledOnce() {
        JsonObject.Builder definitions = JsonObject.builder();
        for (int i = 0; i < 10_000; i++) {
            definitions.put("a" + i, Json.of(true));
        }
        Json schema = JsonObject.builder()
                .put("type", "integer")
                .put("$defs", definitions.build())
                .build();
        Json blueprint = JsonObject.of("input", JsonObject.of("items", JsonObject.of("$sealed", schema)));

        assertThatCode(() -> PlainCheck.input(blueprint, many(20_000, unsealed(Json.of(1)))))
                .doesNotThrowAnyException();
    }

    @Test
    void sealedValues_thatTakeLongToCheckTogether_areRefused() {
        Json schema = json("{'$sealed':{'type':'array','uniqueItems':true}}");
        Json blueprint = JsonObject.of("input", JsonObject.of("items", schema));
        Json value = unsealed(
                JsonReader.parse(IntStream.range(0, 10_000).boxed().toList().toString()));
        Json operation = JsonObject.builder()
                .put("op", "add")
                .put("path", "/all")
                .put("value", value)
                .build();

        assertThatCode(() -> PlainCheck.input(blueprint, many(10, value))).doesNotThrowAnyException();
        assertThatThrownBy(() -> PlainCheck.input(blueprint, many(2_000, value)))
                .isInstanceOf(SealException.class)
                .hasMessageContaining("within " + PlainCheck.MOST_STEPS + " steps");
        assertThatThrownBy(() -> PlainCheck.patch(JsonObject.of("/all", schema), many(2_000, operation)))
                .isInstanceOf(SealException.class)
                .hasMessageContaining("within " + PlainCheck.MOST_STEPS + " steps");
    }

    @Test
    void keys_areWrittenAndReadAsTheyAre_andWhatIsNone_isRefused() {
        KeyEntry live = new KeyEntry.Live("b", "s", Aes.newKey());
        KeyEntry erased = new KeyEntry.Erased("b", "s", "ada", Instant.parse("2026-01-02T03:04:05Z"), "asked");

        assertThat(KeyEntry.read(live.toJson()).toJson()).isEqualTo(live.toJson());
        assertThat(KeyEntry.read(erased.toJson())).isEqualTo(erased);
        assertThat(List.of(
                        "7", "{}", "{'board':'b','subject':'s','key':'short'}", "{'board':'b','subject':'','key':'x'}"))
                .allSatisfy(text ->
                        assertThatThrownBy(() -> KeyEntry.read(json(text))).hasMessageContaining("Expected"));
    }
}
