package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.Versions;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each object and array of a document with versions knows which one last changed it. */
final class VersionsTest {

    private static Json apply(Json document, String patch) throws PatchSyntaxException {
        PatchResult result = PatchApplier.apply(document, Patch.parse(JsonReader.parse(patch), PatchLimits.DEFAULT));
        return ((PatchResult.Applied) result).revision().after();
    }

    private static long at(Json document, String place) {
        return Versions.of(JsonPointer.parse(place).resolve(document).orElseThrow());
    }

    private final Json first = Versions.markAll(
            JsonReader.parse("{\"a\":{\"b\":{\"n\":1},\"c\":{\"n\":1}},\"list\":[{\"n\":1},{\"n\":2}]}"), 1);

    @Test
    void patch_marksTheWayToWhatItChanges() throws PatchSyntaxException {
        Json second = apply(first, "[{\"op\":\"replace\",\"path\":\"/a/b/n\",\"value\":2}]");
        assertThat(at(second, "")).isEqualTo(2);
        assertThat(at(second, "/a")).isEqualTo(2);
        assertThat(at(second, "/a/b")).isEqualTo(2);
        assertThat(at(second, "/a/c")).isEqualTo(1);
        assertThat(at(second, "/list")).isEqualTo(1);
        Json third = apply(second, "[{\"op\":\"add\",\"path\":\"/list/0\",\"value\":{\"deep\":[{}]}}]");
        assertThat(at(third, "/list")).isEqualTo(3);
        assertThat(at(third, "/list/0/deep/0")).isEqualTo(3);
        assertThat(at(third, "/list/1")).isEqualTo(1);
        assertThat(at(third, "/a")).isEqualTo(2);
    }

    @Test
    void rootThatIsACopyOfAnOlderPart_hasTheNewVersion() throws PatchSyntaxException {
        Json second = apply(first, "[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"\"}]");
        assertThat(at(second, "")).isEqualTo(2);
        assertThat(at(second, "/b")).isEqualTo(1);
    }

    @Test
    void movedAndCopiedParts_areShared() throws PatchSyntaxException {
        Json loaded = Versions.mark(JsonReader.parse("{\"a\":{\"b\":{\"deep\":[{}]}},\"c\":{}}"), 7);
        Json part = JsonPointer.parse("/a/b").resolve(loaded).orElseThrow();
        Json moved = apply(loaded, "[{\"op\":\"move\",\"from\":\"/a/b\",\"path\":\"/c/b\"}]");
        assertThat(JsonPointer.parse("/c/b").resolve(moved).orElseThrow()).isSameAs(part);
        Json copied = apply(loaded, "[{\"op\":\"copy\",\"from\":\"/a/b\",\"path\":\"/c/b\"}]");
        assertThat(JsonPointer.parse("/c/b").resolve(copied).orElseThrow()).isSameAs(part);
    }

    @Test
    void marking_changesNothingOfWhatIsKnown() {
        String many = IntStream.range(0, 100)
                .mapToObj(i -> "\"n" + i + "\":{\"i\":" + i + "}")
                .collect(Collectors.joining(",", "{", "}"));
        for (String text :
                new String[] {"{\"a\":[1,{\"b\":{}}],\"c\":\"d\"}", many, "[" + many + ",[[1]]]", "[1,2,3]"}) {
            Json known = JsonReader.parse(text);
            String digest = known.digest().hex();

            Json marked = Versions.markAll(known, 3);

            assertThat(marked).isEqualTo(known);
            assertThat(Versions.of(marked)).isEqualTo(3);
            assertThat(marked.digest().hex()).isEqualTo(digest);
            assertThat(marked.canonicalBytes()).isEqualTo(known.canonicalBytes());
            assertThat(Versions.markAll(JsonReader.parse(text), 3).digest().hex())
                    .isEqualTo(digest);
        }
    }

    @Test
    void documentWithoutVersions_staysWithoutThem() throws PatchSyntaxException {
        Json plain = JsonReader.parse("{\"a\":{}}");
        assertThat(at(apply(plain, "[{\"op\":\"add\",\"path\":\"/a/b\",\"value\":{}}]"), "/a/b"))
                .isZero();
    }

    @Test
    void partsThatHaveNone_areThoseFromBeforeTheDocumentWasRead() throws PatchSyntaxException {
        Json loaded = Versions.mark(JsonReader.parse("{\"a\":{\"b\":{}},\"c\":{}}"), 7);
        Json next = apply(loaded, "[{\"op\":\"add\",\"path\":\"/a/d\",\"value\":{}}]");
        assertThat(at(next, "")).isEqualTo(8);
        assertThat(at(next, "/a/d")).isEqualTo(8);
        assertThat(at(next, "/a/b")).isZero();
        assertThat(at(next, "/c")).isZero();
    }
}
