package io.patchboard.gateway.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.record.LogEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SdkTest {

    private static final Invocation INVOCATION = SampleInvocation.of("w")
            .item("/sources/0", "{\"text\":\"first\",\"size\":{\"words\":1}}")
            .showing("/question", "\"Why?\"")
            .showing("/limits", "{\"claims\":3,\"share\":0.5,\"strict\":true}")
            .showing("/tags", "[\"a\",\"b\"]")
            .attempt(2)
            .build();

    @Test
    void accessors_ofTheRightType_typed() {
        assertThat(INVOCATION.worker()).isEqualTo("w");
        assertThat(INVOCATION.attempt()).isEqualTo(2);
        assertThat(INVOCATION.text("/question")).contains("Why?");
        assertThat(INVOCATION.integer("/limits/claims")).contains(3L);
        assertThat(INVOCATION.bool("/limits/strict")).contains(true);
        assertThat(INVOCATION.list("/tags")).isEqualTo(List.of(Json.of("a"), Json.of("b")));
        assertThat(INVOCATION.itemText("/text")).contains("first");
        assertThat(INVOCATION.itemField("/size/words")).contains(Json.of(1));
    }

    @Test
    void sample_isReadBackAsItWasWritten_withTheIdsThatItIsGiven() {
        Invocation named = SampleInvocation.of("w").id("i-7").board("b-7").build();

        LogEntry entry = named.entry();
        assertThat(LogEntry.fromJson(entry.toJson())).isEqualTo(entry);

        assertThat(named.invocationId()).isEqualTo("i-7");
        assertThat(named.boardId()).isEqualTo("b-7");
    }

    @Test
    void accessors_ofWhatIsNotShown_absent() {
        assertThat(INVOCATION.text("/answer")).isEmpty();
        assertThat(INVOCATION.integer("/answer")).isEmpty();
        assertThat(INVOCATION.bool("/answer")).isEmpty();
        assertThat(INVOCATION.list("/answer")).isEmpty();
        assertThat(INVOCATION.itemText("/author")).isEmpty();
    }

    @Test
    void accessors_ofAnotherType_sayWhatStandsThere() {
        assertThatThrownBy(() -> INVOCATION.text("/limits"))
                .hasMessage("Expected a value of type string at \"/limits\", but got one of type object.");
        assertThatThrownBy(() -> INVOCATION.integer("/limits/share"))
                .hasMessage("Expected an integer at \"/limits/share\", but got 0.5.");
        assertThatThrownBy(() -> INVOCATION.itemText("/size")).hasMessageContaining("Expected a value of type string");
    }

    @Test
    void patch_ofPlainValuesAndBuiltPaths_written() {
        JsonPointer author = JsonPointer.ROOT.child("authors").child("a/b~c");
        assertThat(new PatchBuilder()
                        .append("/claims", Json.nul())
                        .append("/names", "x")
                        .append("/counts", 7)
                        .append("/flags", true)
                        .add("/a", "x")
                        .add("/b", 7)
                        .replace("/c", false)
                        .replace("/d", "y")
                        .test("/e", 1)
                        .add(author, Json.of(1))
                        .append(author, Json.of(2))
                        .remove(author)
                        .build())
                .isEqualTo(JsonReader.parse("""
                        [{"op":"add","path":"/claims/-","value":null},{"op":"add","path":"/names/-","value":"x"},
                         {"op":"add","path":"/counts/-","value":7},{"op":"add","path":"/flags/-","value":true},
                         {"op":"add","path":"/a","value":"x"},{"op":"add","path":"/b","value":7},
                         {"op":"replace","path":"/c","value":false},{"op":"replace","path":"/d","value":"y"},
                         {"op":"test","path":"/e","value":1},
                         {"op":"add","path":"/authors/a~1b~0c","value":1},
                         {"op":"add","path":"/authors/a~1b~0c/-","value":2},
                         {"op":"remove","path":"/authors/a~1b~0c"}]"""));
    }

    @Test
    void patch_pathThatIsNoPointer_refusedAtOnce() {
        assertThatThrownBy(() -> new PatchBuilder().append("claims", "x")).hasMessageContaining("begins with \"/\"");
        assertThatThrownBy(() -> new PatchBuilder().remove("/a~b")).hasMessageContaining("followed by 0 or 1");
    }
}
