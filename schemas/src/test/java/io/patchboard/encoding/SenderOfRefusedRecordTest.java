package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who sent it is read even of a record that is refused, so that its sender can be told. */
final class SenderOfRefusedRecordTest extends DecoderRig {

    @Test
    void decodeProposal_avroWithTextThatIsNotJson_keepsTheProposalId() throws Exception {
        Schema schema = RecordSchemas.schema("PatchProposal");
        byte[] bytes = singleObject(
                schema,
                new GenericRecordBuilder(schema)
                        .set("proposalId", "p-9")
                        .set("boardId", "b-1")
                        .set("worker", "extractor")
                        .set("patch", "[{]")
                        .build());

        DecodeException e = refused(bytes);

        assertThat(e.code().word()).isEqualTo("json");
        assertThat(e.pointer()).isEqualTo("/patch");
        assertThat(e.json().orElseThrow().get("proposalId")).contains(Json.of("p-9"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    '"patch":[1e1001]'                                   | p w i
                    '"patch":["\\ud800"]'                                | p w i
                    '"patch":{"a":1,"a":{"proposalId":"other"}}'         | p w i
                    '"patch":[],"proposalId":"q"'                        | - w i
                    '"patch":[],"patch":2,"worker":7'                    | p - i
                    '"a":1e1001,"error":"proposalId"'                    | p w i
                    """)
    void decodeProposal_jsonThatIsRefused_saysWhoSentIt(String more, String texts) {
        DecodeException e = refused(("{\"proposalId\":\"p\",\"worker\":\"w\"," + more + ",\"invocationId\":\"i\"}")
                .getBytes(StandardCharsets.UTF_8));

        assertThat(e.code().word()).isEqualTo("json");
        assertThat(e.json()).isEmpty();
        assertThat(sender(e)).isEqualTo(texts);
    }

    private static String sender(DecodeException e) {
        return String.join(
                " ",
                List.of("proposalId", "worker", "invocationId").stream()
                        .map(name -> e.texts()
                                .get(name)
                                .map(id -> ((JsonString) id).value())
                                .orElse("-"))
                        .toList());
    }

    @Test
    void decodeProposal_idThatIsNoWellFormedText_isNotRead() {
        byte[] broken = "{\"proposalId\":\"p?\",\"worker\":\"\\udc00\",\"invocationId\":\"i\"}"
                .getBytes(StandardCharsets.UTF_8);
        broken[16] = (byte) 0xFF;

        assertThat(sender(refused(broken))).isEqualTo("- - i");
    }

    @Test
    void decodeProposal_jsonThatEndsHalfwayOrIsTooLarge_saysWhatWasThere() {
        String text = "{\"worker\":\"w\",\"patch\":[],\"proposalId\":\"p\",\"invocationId\":\"i";

        assertThat(sender(refused(text.getBytes(StandardCharsets.UTF_8)))).isEqualTo("p w -");
        RecordDecoder small = new RecordDecoder(JsonLimits.DEFAULT.withMaxBytes(50));
        DecodeException e = catchThrowableOfType(
                DecodeException.class, () -> small.decodeProposal(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(sender(e)).isEqualTo("p w -");
    }

    @Test
    void decodeProposal_avroThatIsDamaged_saysWhoSentIt() throws Exception {
        Schema schema = RecordSchemas.schema("PatchProposal");
        byte[] bytes = singleObject(
                schema,
                new GenericRecordBuilder(schema)
                        .set("proposalId", "p")
                        .set("boardId", "b-1")
                        .set("worker", "w")
                        .set("invocationId", "i")
                        .set("patch", "[]")
                        .build());

        assertThat(sender(refused(Arrays.copyOf(bytes, bytes.length + 1)))).isEqualTo("p w i");
        assertThat(sender(refused(Arrays.copyOf(bytes, bytes.length - 1)))).isEqualTo("p w i");
    }
}
