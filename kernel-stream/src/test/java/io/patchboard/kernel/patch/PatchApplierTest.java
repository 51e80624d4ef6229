package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.work.Work;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatchApplierTest {

    @Test
    void apply_endOfArray_isResolvedToTheIndexItGot() {
        PatchResult.Applied applied = applied(
                "{\"xs\":[1],\"-\":0}",
                "[{\"op\":\"add\",\"path\":\"/xs/-\",\"value\":2},{\"op\":\"move\",\"from\":\"/xs/0\",\"path\":\"/xs/-\"},"
                        + "{\"op\":\"copy\",\"from\":\"/xs/0\",\"path\":\"/xs/-\"},{\"op\":\"add\",\"path\":\"/-\",\"value\":9}]");
        assertThat(applied.document()).hasToString("{\"xs\":[2,1,2],\"-\":9}");
        assertThat(applied.revision().patch().toJson())
                .hasToString("[{\"op\":\"add\",\"path\":\"/xs/1\",\"value\":2},"
                        + "{\"op\":\"move\",\"from\":\"/xs/0\",\"path\":\"/xs/1\"},"
                        + "{\"op\":\"copy\",\"from\":\"/xs/0\",\"path\":\"/xs/2\"},"
                        + "{\"op\":\"add\",\"path\":\"/-\",\"value\":9}]");
    }

    @Test
    void apply_resolvedPatch_givesTheSameDocument() {
        Json document = JsonReader.parse("{\"xs\":[1]}");
        PatchResult.Applied first = (PatchResult.Applied)
                PatchApplier.apply(document, patch("[{\"op\":\"add\",\"path\":\"/xs/-\",\"value\":2}]"));
        PatchResult.Applied again = (PatchResult.Applied)
                PatchApplier.apply(document, first.revision().patch());
        assertThat(again.document()).isEqualTo(first.document());
        assertThat(again.revision().patch()).isEqualTo(first.revision().patch());
    }

    @Test
    void apply_failingTest_saysExpectedAndFound() {
        assertThat(
                        PatchApplier.apply(
                                JsonReader.parse("{\"a\":\"" + "x".repeat(200) + "\"}"),
                                patch(
                                        "[{\"op\":\"add\",\"path\":\"/b\",\"value\":1},{\"op\":\"test\",\"path\":\"/a\",\"value\":2}]")))
                .isEqualTo(new PatchResult.TestFailed(
                        1, JsonPointer.parse("/a"), "Expected 2 at /a, but got \"" + "x".repeat(76) + "...."));
    }

    @Test
    void apply_testOfMissingPlace_isAFailedTest() {
        assertThat(PatchApplier.apply(
                        JsonReader.parse("{}"), patch("[{\"op\":\"test\",\"path\":\"/a\",\"value\":null}]")))
                .isEqualTo(new PatchResult.TestFailed(
                        0, JsonPointer.parse("/a"), "Expected null at /a, but got nothing there."));
    }

    @Test
    void apply_testOfNumbers_comparesTheirValues() {
        applied("{\"a\":1.0}", "[{\"op\":\"test\",\"path\":\"/a\",\"value\":1}]");
    }

    @Test
    void apply_missingMember_namesTheParentAndWhatItHas() {
        assertMissing(
                "{\"a\":{\"x\":1,\"y\":2}}",
                "[{\"op\":\"replace\",\"path\":\"/a/b\",\"value\":0}]",
                "Expected a value at /a/b, but /a has no member \"b\"; it has \"x\", \"y\".");
        assertMissing(
                "{\"a\":1}",
                "[{\"op\":\"add\",\"path\":\"/a/b\",\"value\":0}]",
                "Expected a value at /a/b, but /a is 1, which has no members.");
    }

    @Test
    void apply_notAnIndex_isMissing() {
        for (String token : List.of("01", "-1", "1e0", "", "+1", "3", "99999999999999999999", "-", "٠")) {
            PatchResult result = PatchApplier.apply(
                    JsonReader.parse("[1,2]"), patch("[{\"op\":\"remove\",\"path\":\"/" + token + "\"}]"));
            assertThat(result).as(token).isInstanceOf(PatchResult.PathMissing.class);
        }
        for (String token : List.of("01", "-1", "1e0", "", "3", "99999999999999999999")) {
            PatchResult result = PatchApplier.apply(
                    JsonReader.parse("[1,2]"), patch("[{\"op\":\"add\",\"path\":\"/" + token + "\",\"value\":0}]"));
            assertThat(result).as(token).isInstanceOf(PatchResult.PathMissing.class);
        }
    }

    @Test
    void apply_root_canBeReplacedButNotRemoved() {
        assertThat(applied("[1]", "[{\"op\":\"add\",\"path\":\"\",\"value\":{}}]")
                        .document())
                .hasToString("{}");
        assertThat(applied("[1]", "[{\"op\":\"replace\",\"path\":\"\",\"value\":null}]")
                        .document())
                .hasToString("null");
        assertThat(applied("{\"a\":[2]}", "[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"\"}]")
                        .document())
                .hasToString("[2]");
        assertThat(applied("[1]", "[{\"op\":\"move\",\"from\":\"\",\"path\":\"\"}]")
                        .document())
                .hasToString("[1]");
        assertMissing(
                "[1]",
                "[{\"op\":\"remove\",\"path\":\"\"}]",
                "Expected a place inside the document to remove, but got the whole document. Replace it instead.");
    }

    @Test
    void apply_untouchedParts_areShared() {
        Json document = JsonReader.parse("{\"a\":{\"b\":[1]},\"c\":{\"d\":[2]}}");
        PatchResult.Applied applied = (PatchResult.Applied)
                PatchApplier.apply(document, patch("[{\"op\":\"add\",\"path\":\"/a/b/-\",\"value\":3}]"));
        JsonPointer untouched = JsonPointer.parse("/c");
        assertThat(untouched.resolve(applied.document()).orElseThrow())
                .isSameAs(untouched.resolve(document).orElseThrow());
    }

    @Test
    void apply_copyBomb_isOverLimit() {
        PatchResult result = PatchApplier.apply(
                JsonReader.parse("{\"a\":[1]}"),
                new Patch(Collections.nCopies(
                        1_000, new Operation.Copy(JsonPointer.parse("/a"), JsonPointer.parse("/a/-")))));
        assertThat(result).isInstanceOf(PatchResult.OverLimit.class);
        assertThat(((PatchResult.OverLimit) result).operation()).isLessThan(30);
    }

    @Test
    void apply_deeperAndDeeper_isOverLimit() {
        List<Operation> operations = new ArrayList<>();
        JsonPointer at = JsonPointer.ROOT;
        for (int i = 0; i < 1_000; i++) {
            at = at.child("a");
            operations.add(new Operation.Add(at, JsonReader.parse("{}")));
        }
        assertThat(PatchApplier.apply(JsonReader.parse("{}"), new Patch(operations)))
                .isInstanceOf(PatchResult.OverLimit.class);
    }

    @Test
    void apply_manyOperationsOnALargeArray_isBounded() {
        JsonArray array = JsonArray.copyOf(Collections.nCopies(100_000, Json.of(1)));
        Patch patch = new Patch(Collections.nCopies(200, new Operation.Add(JsonPointer.parse("/0"), Json.of(2))));
        PatchResult result = PatchApplier.apply(array, patch);
        assertThat(((JsonArray) ((PatchResult.Applied) result).document()).size())
                .isEqualTo(100_200);
    }

    /** All of its digits are compared, however it is written. */
    @Test
    void testOfNumbersWithLargeExponents_isChargedByTheirDigits() {
        Json written = JsonArray.copyOf(Collections.nCopies(400, JsonReader.parse("1" + "0".repeat(999))));
        Json value = JsonArray.copyOf(Collections.nCopies(400, JsonReader.parse("1e999")));
        Patch patch = new Patch(List.of(new Operation.Test(JsonPointer.ROOT, value)));
        Work work = new Work(Work.LIMIT);

        assertThat(PatchApplier.apply(written, patch, ApplyLimits.DEFAULT, work))
                .isInstanceOf(PatchResult.Applied.class);
        assertThat(work.done()).isGreaterThan(400 * 240);
    }

    private static void assertMissing(String document, String patch, String message) {
        PatchResult result = PatchApplier.apply(JsonReader.parse(document), patch(patch));
        assertThat(result).isInstanceOf(PatchResult.PathMissing.class);
        assertThat(((PatchResult.PathMissing) result).message()).isEqualTo(message);
    }

    private static PatchResult.Applied applied(String document, String patch) {
        PatchResult result = PatchApplier.apply(JsonReader.parse(document), patch(patch));
        assertThat(result).isInstanceOf(PatchResult.Applied.class);
        return (PatchResult.Applied) result;
    }

    private static Patch patch(String json) {
        try {
            return Patch.parse(JsonReader.parse(json), PatchLimits.DEFAULT);
        } catch (PatchSyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
