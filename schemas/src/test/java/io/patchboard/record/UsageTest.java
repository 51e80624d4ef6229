package io.patchboard.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class UsageTest {

    @Test
    void read_modelAndRepairs_keptAndWrittenAgain() {
        JsonObject json = (JsonObject) JsonReader.parse(
                "{\"inputTokens\":1,\"outputTokens\":2,\"model\":\"m\",\"repairs\":[\"code-fence\",\"prose\"]}");

        Usage usage = Usage.read(new Fields(json));

        assertThat(usage.model()).contains("m");
        assertThat(usage.repairs()).isEqualTo(List.of("code-fence", "prose"));
        assertThat(usage.toJson()).isEqualTo(json);
    }

    @Test
    void read_neither_absentWhenWrittenAgain() {
        assertThat(Usage.read(new Fields(JsonObject.EMPTY)).toJson().names())
                .containsExactlyInAnyOrder("inputTokens", "outputTokens");
    }

    @Test
    void read_tooLongOrOfAnotherType_refusedWithPointer() {
        assertThat(pointer("model", Json.of("m".repeat(201)))).isEqualTo("/usage/model");
        assertThat(pointer("repairs", strings("r", 21))).isEqualTo("/usage/repairs");
        assertThat(pointer("repairs", JsonArray.of(Json.of("ok"), Json.of("r".repeat(41)))))
                .isEqualTo("/usage/repairs/1");
        assertThat(pointer("repairs", Json.of("prose"))).isEqualTo("/usage/repairs");
        assertThat(pointer("model", Json.of(7))).isEqualTo("/usage/model");
    }

    @Test
    void read_asLongAsAllowed_taken() {
        assertThat(usage("model", Json.of("m".repeat(200))).model()).isPresent();
        assertThat(usage("repairs", strings("r".repeat(40), 20)).repairs()).hasSize(20);
    }

    @Test
    void read_circumstances_keptAndWrittenAgain() {
        JsonObject json =
                (JsonObject) JsonReader.parse("{\"inputTokens\":9,\"outputTokens\":2,\"workerVersion\":\"v7\","
                        + "\"cachedInputTokens\":8,\"prefixHash\":\"" + "ab".repeat(32) + "\",\"checkpoint\":\""
                        + "cd".repeat(32)
                        + "\"}");

        Usage usage = Usage.read(new Fields(json));

        assertThat(usage.circumstances().workerVersion()).contains("v7");
        assertThat(usage.circumstances().cachedInputTokens()).isEqualTo(8);
        assertThat(usage.toJson()).isEqualTo(json);
        assertThat(usage.withTools(1, Optional.empty()).circumstances()).isEqualTo(usage.circumstances());
    }

    @Test
    void read_circumstancesThatAreNone_refusedWithPointer() {
        assertThat(pointer("workerVersion", Json.of("v".repeat(101)))).isEqualTo("/usage/workerVersion");
        assertThat(pointer("cachedInputTokens", Json.of(-1))).isEqualTo("/usage/cachedInputTokens");
        assertThat(pointer("prefixHash", Json.of("abc"))).isEqualTo("/usage/prefixHash");
        assertThat(pointer("checkpoint", Json.of("AB".repeat(32)))).isEqualTo("/usage/checkpoint");
    }

    private static Json strings(String text, int count) {
        return JsonArray.copyOf(Collections.nCopies(count, Json.of(text)));
    }

    private static String pointer(String name, Json value) {
        return catchThrowableOfType(FieldException.class, () -> usage(name, value))
                .pointer();
    }

    private static Usage usage(String name, Json value) {
        JsonObject usage = JsonObject.builder().put(name, value).build();
        return new Fields(JsonObject.builder().put("usage", usage).build())
                .optionalRecord("usage", Usage::read)
                .orElseThrow();
    }
}
