package io.patchboard.client.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogMergeTest {

    private final List<String> told = new ArrayList<>();
    private final List<String> repeated = new ArrayList<>();
    private final LogMerge merge = new LogMerge(next -> told.add(name(next)), next -> repeated.add(name(next)));

    private static String name(LogRecord entry) {
        return entry.boardId() + entry.sequence();
    }

    private static LogRecord entry(String board, int sequence) {
        return SampleLog.completed(board).records().get(sequence - 1);
    }

    @Test
    void entriesInAnyOrder_areToldBySequence() {
        long seed = new Random().nextLong();
        List<LogRecord> all = new ArrayList<>(SampleLog.completed("b").records());
        Collections.shuffle(all, new Random(seed));

        all.forEach(merge::offer);

        assertThat(told).as("seed %d", seed).containsExactly("b1", "b2", "b3", "b4", "b5", "b6", "b7");
        assertThat(merge.waiting()).isZero();
    }

    @Test
    void entryAfterAGap_waits_andOtherBoardsDoNot() {
        merge.offer(entry("a", 2));
        merge.offer(entry("b", 1));

        assertThat(told).containsExactly("b1");
        assertThat(merge.waiting()).isEqualTo(1);
        assertThat(merge.held()).extracting(LogMergeTest::name).containsExactly("a2");

        merge.offer(entry("a", 1));
        assertThat(told).containsExactly("b1", "a1", "a2");
    }

    @Test
    void repeatedSequence_isReported_alsoWhileItWaits() {
        merge.offer(entry("a", 1));
        merge.offer(entry("a", 1));
        merge.offer(entry("a", 3));
        merge.offer(entry("a", 3));

        assertThat(told).containsExactly("a1");
        assertThat(repeated).containsExactly("a1", "a3");
    }

    @Test
    void skippedGaps_giveOutTheRestInOrder_andLateOnesAreRepeats() {
        merge.offer(entry("a", 5));
        merge.offer(entry("a", 3));
        merge.skipGaps();
        merge.offer(entry("a", 4));

        assertThat(told).containsExactly("a3", "a5");
        assertThat(repeated).containsExactly("a4");
        assertThat(merge.waiting()).isZero();
    }

    @Test
    void sealed_takesWhatIsMissing_andNothingNewer() {
        merge.offer(entry("a", 1));
        merge.offer(entry("a", 3));
        merge.seal();
        merge.offer(entry("a", 4));
        merge.offer(entry("b", 1));
        merge.offer(entry("a", 2));

        assertThat(told).containsExactly("a1", "a2", "a3");
        assertThat(merge.waiting()).isZero();
    }
}
