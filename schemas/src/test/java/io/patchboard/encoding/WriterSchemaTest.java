package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.JsonLimits;
import io.patchboard.record.RejectionCode;
import io.patchboard.registry.RegisteredSchema;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A field that this reader does not know is passed over, whatever it is made of; that must not be endless. */
class WriterSchemaTest {

    /** A proposal with one field more, before all others. */
    private static Schema with(String type) {
        String known = RecordSchemas.schema("PatchProposal").toString();
        String fields = "\"fields\":[";
        int at = known.indexOf(fields) + fields.length();
        return new Schema.Parser()
                .parse(known.substring(0, at) + "{\"name\":\"more\",\"type\":" + type.replace('\'', '"') + "},"
                        + known.substring(at));
    }

    private static String record(String name, String... types) {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < types.length; i++) {
            fields.append(i == 0 ? "" : ",").append("{'name':'f" + i + "','type':" + types[i] + "}");
        }
        return "{'type':'record','name':'" + name + "','fields':[" + fields + "]}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'array','items':'null'}",
                "{'type':'array','items':{'type':'fixed','name':'F','size':0}}",
                "{'type':'array','items':{'type':'record','name':'E','fields':[]}}",
                "{'type':'array','items':{'type':'record','name':'E','fields':[{'name':'n','type':'null'}]}}"
            })
    void itemsOfNoBytes_areRefused(String type) {
        assertThatThrownBy(() -> WriterSchema.requireBounded(with(type)))
                .hasMessageContaining("a byte for each 4 of their fields")
                .hasMessageContaining("may take 0");
    }

    @Test
    void valuesThatAreMoreThanTheirBytes_areRefused() {
        String deep = "'int'";
        for (int i = 0; i < 20; i++) {
            deep = record("R" + i, deep);
        }
        String items = deep;

        assertThatThrownBy(() -> WriterSchema.requireBounded(with("{'type':'array','items':" + items + "}")))
                .hasMessageContaining("has 21 and may take 1");
        assertThatThrownBy(() -> WriterSchema.requireBounded(with(record(
                        "R", "'null'", "'null'", "'null'", "'null'", "'null'", "'null'", "'null'", "['null','R']"))))
                .as("of itself, many of them")
                .hasMessageContaining("has 9 and may take 1");
    }

    @Test
    void recordsThatDouble_orGoOnForEver_areRefused() {
        String doubled = record("R0", "'int'");
        for (int i = 1; i < 26; i++) {
            doubled = record("R" + i, doubled, "'R" + (i - 1) + "'");
        }
        String twice = doubled;

        assertThatThrownBy(() -> WriterSchema.requireBounded(with(twice))).hasMessageContaining("at most 20000 fields");
        assertThatThrownBy(() -> WriterSchema.requireBounded(with(record("R", "'R'"))))
                .hasMessageContaining("at most 100 deep, or inside of each other by a union");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'null'",
                "['null','string']",
                "{'type':'map','values':'null'}",
                "{'type':'array','items':{'type':'record','name':'E','fields':[{'name':'a','type':'string'},"
                        + "{'name':'b','type':['null','long']},{'name':'c','type':{'type':'array','items':'int'}}]}}",
                "{'type':'record','name':'R','fields':[{'name':'v','type':'int'},{'name':'n','type':['null','R']}]}"
            })
    void whatIsWorthItsBytes_isTaken(String type) {
        assertThatCode(() -> WriterSchema.requireBounded(with(type))).doesNotThrowAnyException();
    }

    @Test
    void recordOfSuchASchema_isRejectedWithItsId() {
        String schema = with("{'type':'array','items':'null'}").toString();
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT, id -> RegisteredSchema.avro(schema));

        DecodeException e = catchThrowableOfType(
                DecodeException.class, () -> decoder.decodeProposal(DecoderRig.confluent(7, new byte[] {0})));

        assertThat(e.code()).isEqualTo(RejectionCode.SCHEMA_ID);
        assertThat(e).hasMessageStartingWith("Expected schema id 7 to have values that cost no more than");
    }
}
