package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.json.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"op\":\"remove\",\"path\":\"/a\"}                  | not-an-array     | ``",
                "[1]                                                   | not-an-object    | /0",
                "[{\"path\":\"/a\"}]                                   | missing-member   | /0/op",
                "[{\"op\":\"spam\",\"path\":\"/a\"}]                   | unknown-operation | /0/op",
                "[{\"op\":null,\"path\":\"/a\"}]                       | unknown-operation | /0/op",
                "[{\"op\":\"remove\"}]                                 | missing-member   | /0/path",
                "[{\"op\":\"remove\",\"path\":null}]                   | pointer          | /0/path",
                "[{\"op\":\"remove\",\"path\":\"a\"}]                  | pointer          | /0/path",
                "[{\"op\":\"remove\",\"path\":\"/~2\"}]                | pointer          | /0/path",
                "[{\"op\":\"remove\",\"path\":\"/~\"}]                 | pointer          | /0/path",
                "[{\"op\":\"add\",\"path\":\"/a\"}]                    | missing-member   | /0/value",
                "[{\"op\":\"copy\",\"path\":\"/a\"}]                   | missing-member   | /0/from",
                "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a/b\"}] | move-into-child  | /0/path",
                "[{\"op\":\"move\",\"from\":\"\",\"path\":\"/b\"}]     | move-into-child  | /0/path"
            })
    void parse_notAPatch_namesCodeAndPlace(String json, String code, String pointer) {
        PatchSyntaxException error = refusal(json, PatchLimits.DEFAULT);
        assertThat(error.code().word()).isEqualTo(code);
        assertThat(error.pointer()).hasToString(pointer);
        assertThat(error).hasMessageStartingWith("Expected ").hasMessageContaining(", but ");
    }

    @Test
    void parse_noArray_saysHowToMakeItOne() {
        assertThat(refusal("{\"op\":\"remove\",\"path\":\"/a\"}", PatchLimits.DEFAULT))
                .hasMessageEndingWith(". Put the operation into an array.");
        assertThat(refusal("\"[]\"", PatchLimits.DEFAULT))
                .hasMessageEndingWith(", but got \"[]\". Send the array itself, not a string that has it as text.");
        assertThat(refusal("null", PatchLimits.DEFAULT))
                .hasMessageEndingWith(", but got null. An empty array changes nothing.");
    }

    @Test
    void parse_unknownOperation_listsTheSix() {
        assertThat(refusal("[{\"op\":\"set\",\"path\":\"/a\",\"value\":1}]", PatchLimits.DEFAULT))
                .hasMessage("Expected one of add, remove, replace, move, copy, test at /0/op, but got \"set\".");
    }

    @Test
    void parse_unknownMembers_areIgnored() throws PatchSyntaxException {
        Patch patch = Patch.parse(
                JsonReader.parse("[{\"op\":\"add\",\"path\":\"\",\"value\":null,\"from\":7,\"x\":1}]"),
                PatchLimits.DEFAULT);
        assertThat(patch.toJson()).hasToString("[{\"op\":\"add\",\"path\":\"\",\"value\":null}]");
    }

    @Test
    void toJson_everyOperation_isReadBack() throws PatchSyntaxException {
        String json = "[{\"op\":\"add\",\"path\":\"/a~1b\",\"value\":[1.5]},{\"op\":\"remove\",\"path\":\"/a\"},"
                + "{\"op\":\"replace\",\"path\":\"/a\",\"value\":{}},{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/b\"},"
                + "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/b/-\"},{\"op\":\"test\",\"path\":\"\",\"value\":null}]";
        Patch patch = Patch.parse(JsonReader.parse(json), PatchLimits.DEFAULT);
        assertThat(patch.toJson()).hasToString(json);
        assertThat(Patch.parse(patch.toJson(), PatchLimits.DEFAULT)).isEqualTo(patch);
    }

    @Test
    void parse_overLimits_isRefused() throws PatchSyntaxException {
        String json = "[{\"op\":\"add\",\"path\":\"/ä\",\"value\":\"€😀\\n\"},{\"op\":\"remove\",\"path\":\"/a\"}]";
        int bytes = json.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        assertThat(refusal(json, new PatchLimits(1, bytes)).code().word()).isEqualTo("max-operations");
        assertThat(refusal(json, new PatchLimits(2, bytes - 1)).code().word()).isEqualTo("max-bytes");
        assertThat(Patch.parse(JsonReader.parse(json), new PatchLimits(2, bytes))
                        .operations())
                .hasSize(2);
    }

    private static PatchSyntaxException refusal(String json, PatchLimits limits) {
        return catchThrowableOfType(PatchSyntaxException.class, () -> Patch.parse(JsonReader.parse(json), limits));
    }
}
