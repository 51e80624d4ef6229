package io.patchboard.kernel.patch;

import static io.patchboard.kernel.patch.OriginsTest.entry;
import static io.patchboard.kernel.patch.OriginsTest.revision;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Origins that are too many are cut once, to what giving up one level after the other would come to. */
class OriginLevelsTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static Origins after(Origins origins, Revision revision, long sequence, long mostBytes) {
        return origins.after(revision, entry(sequence), OriginsTest::unlabelled, mostBytes);
    }

    private static Origins levelByLevel(Origins origins, long mostBytes) {
        Origins next = origins;
        while (next.bytes() > mostBytes && next.root().levels() > 0) {
            int kept = next.root().levels() - 1;
            next = new Origins(next.root().cut(kept), kept);
        }
        return next;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void after_ofRandomPatches_isWhatGivingUpLevelByLevelComesTo(long seed) {
        Random random = new Random(seed);
        Json document = JsonObject.of("a", JsonObject.of("b", OriginsTest.document(random, 3)));
        Origins origins = Origins.of(entry(1));
        int cut = 0;
        for (int i = 2; i < 200; i++) {
            Revision revision = revision(document, JsonArray.of(OriginsTest.operation(document, random)));
            Origins whole = after(origins, revision, i, Long.MAX_VALUE);
            long most = random.nextInt((int) whole.bytes() + 100);
            Origins once = after(origins, revision, i, most);

            assertThat(once.toJson())
                    .as("seed %d, patch %d", seed, i)
                    .isEqualTo(levelByLevel(whole, most).toJson());
            cut += once.isCut() ? 1 : 0;
            origins = random.nextInt(40) == 0 ? once : whole;
            document = revision.after();
        }
        assertThat(cut).isGreaterThan(20);
    }

    @Test
    void after_tooManyOriginsDeepDown_makesThoseThatAreLeftOnce() {
        Json chain = Json.of(1);
        for (int i = 0; i < 100; i++) {
            chain = JsonObject.of("a", chain);
        }
        Json document = JsonArray.copyOf(Collections.nCopies(50, chain));
        Revision ends = revision(
                document,
                JsonArray.copyOf(IntStream.range(0, 50)
                        .mapToObj(i -> (Json) JsonObject.builder()
                                .put("op", "replace")
                                .put("path", "/" + i + "/a".repeat(100))
                                .put("value", 2)
                                .build())
                        .toList()));
        Origins origins = after(Origins.of(entry(1)), ends, 2, Long.MAX_VALUE);
        Revision last = revision(ends.after(), JsonArray.EMPTY);

        long before = THREADS.getCurrentThreadAllocatedBytes();
        Origins next = after(origins, last, 3, origins.bytes() / 4);
        long taken = THREADS.getCurrentThreadAllocatedBytes() - before;

        assertThat(next.root().levels()).isBetween(15, 30);
        assertThat(taken).as("bytes for 5,000 nodes").isLessThan(5_000 * 1_000);
    }
}
