package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.decide.Input;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of nothing but tiny values take no more heap than any record may: 64 MB and four times their bytes. */
@Isolated("the heap is what it measures")
@Tag("long")
class RecordHeapTest {

    private static final byte[] KEY = "b".getBytes(StandardCharsets.UTF_8);
    private static final long MOST_HEAP = 64_000_000;
    private static final int MOST_CHARS = 4_190_000;

    /** What is left for deciding: the lists in which values were collected, what becomes known of them. */
    private static final long FOR_DECIDING = 8_000_000;

    private final InputReader reader = new InputReader(new RecordDecoder(InputReader.LIMITS));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "1000",
                "0.5",
                "1e9",
                "\"\"",
                "\"ab\"",
                "\"\\n\\n\"",
                "true",
                "[]",
                "{}",
                "[0]",
                "[0.5]"
            })
    void manyOfATinyValue_takeNoMoreThanARecordMay(String value) {
        assertIsLight(text(i -> value, MOST_CHARS, "[", "]"));
        assertIsLight(text(i -> i < 249_000 ? "[0.5]" : value, MOST_CHARS, "[", "]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "0.5", "\"ab\"", "{}"})
    void manyMembersOfATinyValue_takeNoMoreThanARecordMay(String value) {
        IntFunction<String> member = i -> "\"" + Integer.toString(i, 36) + "\":" + value;
        assertIsLight(text(member, MOST_CHARS, "{", "}"));
        assertIsLight(text(i -> "{" + member.apply(i) + "}", MOST_CHARS, "[", "]"));
        assertIsLight(text(i -> "{" + member.apply(i) + "}", 2_500_000, "[", "]"));
    }

    /** A state of 2 MiB may consist of whatever its board likes. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "0.5", "1e9", "\"ab\"", "[0,0,0,0]", "{\"a\":0.5,\"b\":0.5}"})
    void whatAStateMayHold_isRead(String value) {
        assertThat(read(text(i -> value, 2 * 1024 * 1024, "[", "]"))).isInstanceOf(Input.Proposed.class);
    }

    /** Written out, {@code 1e99} is twenty times as long as it was sent. */
    @Test
    void whatARejectionMayRepeat_isToldWithoutWritingItOut() {
        JsonObject record = JsonObject.of("patch", JsonReader.parse(text(i -> "1e99", MOST_CHARS, "[", "]")));
        long chars = record.compactChars();
        long before = allocated();

        assertThat(Echo.echo(record, new byte[MOST_CHARS])).isNotEqualTo(record);

        assertThat(chars).isGreaterThan(80_000_000);
        assertThat(allocated() - before).isLessThan(10_000_000);
    }

    /** Bytes that this thread has ever asked for. */
    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private void assertIsLight(String patch) {
        long before = used();
        Input input = read(patch);
        long taken = used() - before;
        assertThat(taken)
                .as("heap of %d characters, %s...", patch.length(), patch.substring(0, 40))
                .isLessThan(MOST_HEAP + 3L * patch.length() - FOR_DECIDING);
        if (input instanceof Input.Undecodable refused) {
            assertThat(refused.rejection().message())
                    .containsAnyOf("objects and arrays, but got more", "bytes of memory, but these take more");
        }
    }

    private Input read(String patch) {
        String record = "{\"proposalId\":\"p\",\"boardId\":\"b\",\"worker\":\"w\",\"patch\":" + patch + "}";
        return reader.read(false, KEY, record.getBytes(StandardCharsets.UTF_8), 0)
                .input();
    }

    private static String text(IntFunction<String> part, int chars, String begin, String end) {
        StringBuilder text = new StringBuilder(begin);
        for (int i = 0; text.length() < chars; i++) {
            text.append(i > 0 ? "," : "").append(part.apply(i));
        }
        return text.append(end).toString();
    }

    private static long used() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            used = Math.min(
                    used,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return used;
    }
}
