package io.patchboard.client.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.KafkaConnection;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.SealedValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What needs no key, and so no Kafka, of sealing what workers answer. */
class SealerTest {

    private static final SealedValue BEFORE = new SealedValue("s", "b", "k".repeat(22), "d".repeat(40));
    private static final JsonObject ERASED =
            new KeyEntry.Erased("b", "s", "ada", Instant.parse("2026-01-02T03:04:05Z"), "asked").inPlace();
    private static final JsonObject SCHEMA = (JsonObject) json("{'/list':{'items':{'$sealed':{}}}}");
    private static final Opener.Opened SHOWN = new Opener.Opened(
            JsonObject.EMPTY, SCHEMA, Map.of(unsealed("Ada").digest(), BEFORE, ERASED.digest(), BEFORE));

    private final Sealer sealer = new Sealer(KafkaConnection.to("nowhere:1"));

    private static Json json(String text) {
        return JsonReader.parse(text.replace('\'', '"'));
    }

    private static Json unsealed(String value) {
        return json("{'$unsealed':{'subject':'s','value':'" + value + "'}}");
    }

    private static JsonArray patch(Json... values) {
        return JsonArray.of(JsonObject.builder()
                .put("op", "add")
                .put("path", "/list")
                .put("value", JsonArray.of(values))
                .build());
    }

    @Test
    void whatAWorkerLeftAsItWasShown_isWhatItWas() {
        assertThat(sealer.seal("b", patch(unsealed("Ada"), ERASED, BEFORE.toJson()), SHOWN, false))
                .isEqualTo(patch(BEFORE.toJson(), BEFORE.toJson(), BEFORE.toJson()));
        assertThat(sealer.seal("b", patch(BEFORE.toJson()), SHOWN, true)).isEqualTo(patch(BEFORE.toJson()));
    }

    @Test
    void signedAnswer_isNotChanged() {
        for (Json value : List.of(unsealed("Ada"), unsealed("Grace"), ERASED)) {
            assertThatThrownBy(() -> sealer.seal("b", patch(value), SHOWN, true))
                    .isInstanceOf(SealException.class)
                    .hasMessageContaining("patchboard seal");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$unsealed':'Lovelace'}",
                "{'$unsealed':{'value':'Lovelace'}}",
                "{'$unsealed':{'subject':'s'}}",
                "{'$unsealed':{'subject':'','value':'Lovelace'}}",
                "{'$unsealed':{'subject':7,'value':'Lovelace'}}",
                "{'$unsealed':{'subject':'s','value':'Lovelace','more':1}}",
                "{'$unsealed':{'subject':'s','value':'Lovelace'},'more':1}"
            })
    void otherForms_areRefused_andNotRepeated(String value) {
        assertThatThrownBy(() -> sealer.seal("b", JsonArray.of(json(value))))
                .isInstanceOf(SealException.class)
                .hasMessageContaining("$unsealed")
                .hasMessageNotContaining("Lovelace");
    }

    @Test
    void blobInside_isRefused_andNotRepeated() {
        Json handle = new BlobHandle("8".repeat(64), 7, "image/png").toJson();
        Json marked = JsonObject.of(
                SealedValue.UNSEALED,
                JsonObject.builder()
                        .put("subject", "s")
                        .put("value", JsonObject.of("scan", handle))
                        .build());

        assertThatThrownBy(() -> sealer.seal("b", JsonArray.of(marked)))
                .isInstanceOf(SealException.class)
                .hasMessageContaining("bytes are not sealed")
                .hasMessageNotContaining("888");
    }
}
