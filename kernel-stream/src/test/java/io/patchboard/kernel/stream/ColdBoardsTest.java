package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.kernel.stream.RecordedInput.Sent;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A board that was evicted and is loaded again is, byte for byte, the one that its log leads to. For another load:
 * {@code -Dpatchboard.seed=SEED}.
 */
@Tag("long")
final class ColdBoardsTest {

    private static final long SEED = Long.getLong("patchboard.seed", 1);

    @TempDir
    private Path dir;

    @Test
    void board_loadedFromTheStore_isTheFoldOfItsLog_afterEveryRecord() {
        System.out.printf("Cold boards: seed %d (-Dpatchboard.seed)%n", SEED);
        Applier applier = new Applier(new Blueprints());
        Map<String, Board> folded = new HashMap<>();
        int slots = 0;
        try (KernelDriver kernel = new KernelDriver(dir.resolve("recorded"), 1024 * 1024, KernelDriver.START);
                KernelDriver again = new KernelDriver(dir.resolve("again"), 1024 * 1024, KernelDriver.START)) {
            List<Sent> input = RecordedInput.record(kernel, new Random(SEED));
            for (Sent sent : input) {
                byte[] key = sent.board().getBytes(StandardCharsets.UTF_8);
                byte[] value = sent.value().getBytes(StandardCharsets.UTF_8);
                for (LogEntry entry : again.take(sent.command(), key, value, sent.time())) {
                    folded.compute(
                            entry.boardId(),
                            (id, board) -> applier.apply(board == null ? Board.absent(id) : board, entry));
                }
                BoardStore.Stored cold = again.stores().cold(sent.board());
                Board expected = folded.getOrDefault(sent.board(), Board.absent(sent.board()));
                assertThat(JsonWriter.compact(BoardJson.write(cold.board())))
                        .as("%s after %d entries", sent.board(), expected.sequence())
                        .isEqualTo(JsonWriter.compact(BoardJson.write(expected)));
                slots = Math.max(slots, cold.slots());
            }
        }
        assertThat(slots).isGreaterThan(10);
    }
}
