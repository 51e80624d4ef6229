package io.patchboard.gateway.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class InvocationTest {

    private static final Invocation INVOCATION = invocation("""
            {"item":{"path":"/sources/0","value":{"text":"first"}},
             "schema":{"/claims/-":{"type":"object"}},
             "rejections":[{"stage":"SCHEMA","code":"enum","path":"/claims/*","by":"other","count":2,"message":"Expected other."}],
             "summaries":{"/notes/*":{"count":9,"shown":0,"handles":[{"handle":"/notes/3","version":5,"label":"Third","commit":7,"by":"scout","cause":4,"source":"/sources/0"}]}},
             "items":[{"path":"/facts/1","value":"f"},{"path":"/facts/2"}],
             "state":{"/question":"Why?","/sources/1":{"text":"second"},"/claims":[{"id":1},{"id":2}]},
             "omitted":3}""");

    @Test
    void field_aloneInAValueOrInTheItem_found() {
        assertThat(INVOCATION.field("/question")).contains(Json.of("Why?"));
        assertThat(INVOCATION.field("/claims/1/id")).contains(Json.of(2));
        assertThat(INVOCATION.field("/sources/0/text")).contains(Json.of("first"));
        assertThat(INVOCATION.field("/sources/2")).isEmpty();
        assertThat(INVOCATION.field("/sources")).isEmpty();
    }

    @Test
    void fields_listedOneByOneOrAsOneArray_foundByPattern() {
        assertThat(INVOCATION.fields("/sources/*").keySet()).containsExactly("/sources/0", "/sources/1");
        assertThat(INVOCATION.fields("/claims/*/id"))
                .containsEntry("/claims/0/id", Json.of(1))
                .containsEntry("/claims/1/id", Json.of(2));
        assertThat(INVOCATION.fields("/none/*")).isEmpty();
    }

    @Test
    void parts_ofAFullView_read() {
        assertThat(INVOCATION.itemPath()).contains("/sources/0");
        assertThat(INVOCATION.item()).contains(JsonReader.parse("{\"text\":\"first\"}"));
        assertThat(INVOCATION.omitted()).isEqualTo(3);
        assertThat(INVOCATION.rejections()).singleElement().satisfies(rejection -> {
            assertThat(rejection.stage()).isEqualTo("SCHEMA");
            assertThat(rejection.code()).isEqualTo("enum");
            assertThat(rejection.count()).isEqualTo(2);
            assertThat(rejection.by()).contains("other");
        });
        assertThat(INVOCATION.handles())
                .containsExactly(new Handle(
                        "/notes/3",
                        5,
                        Optional.of("Third"),
                        Optional.of(7L),
                        Optional.of("scout"),
                        Optional.of("/sources/0")));
        assertThat(INVOCATION.items()).containsExactly(Map.entry("/facts/1", Json.of("f")));
        assertThat(INVOCATION.field("/facts/1")).contains(Json.of("f"));
    }

    @Test
    void parts_ofAnEmptyView_absent() {
        Invocation empty = invocation("{}");
        assertThat(empty.itemPath()).isEmpty();
        assertThat(empty.item()).isEmpty();
        assertThat(empty.omitted()).isZero();
        assertThat(empty.rejections()).isEqualTo(List.of());
        assertThat(empty.state()).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void patchBuilder_everyOperation_writesRfc6902() {
        Answer answer = new PatchBuilder()
                .test("/a", Json.of(1))
                .add("/b", Json.of(2))
                .replace("/c", Json.of(3))
                .remove("/d")
                .move("/e", "/f")
                .copy("/g", "/h")
                .expand("/i")
                .answer();
        assertThat(answer.patch()).isEqualTo(JsonReader.parse("""
                        [{"op":"test","path":"/a","value":1},{"op":"add","path":"/b","value":2},
                         {"op":"replace","path":"/c","value":3},{"op":"remove","path":"/d"},
                         {"op":"move","from":"/e","path":"/f"},{"op":"copy","from":"/g","path":"/h"},
                         {"op":"add","path":"/$expand/-","value":"/i"}]"""));
    }

    private static Invocation invocation(String view) {
        return Invocations.invocation("i-1", "extractor", Instant.EPOCH, view);
    }
}
