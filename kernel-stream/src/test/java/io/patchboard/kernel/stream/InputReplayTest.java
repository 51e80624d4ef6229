package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.stream.RecordedInput.Sent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Commands and proposals that are decided once more, with their times and the same secret, lead to the same log of each
 * board, byte for byte, however boards are spread over tasks and mixed, however much is cached, and whatever the clock
 * says. This holds as long as no timer fires: when one does is the kernel's clock to say, which is why the entry that
 * comes of it has the time in it. For another load than the one that everybody runs: {@code -Dpatchboard.seed=SEED}.
 */
final class InputReplayTest {

    private static final long SEED = Long.getLong("patchboard.seed", 1);
    private static final long AMPLE_CACHE = 1024 * 1024;

    private static List<Sent> input;
    private static Map<String, List<String>> log;

    @TempDir
    private Path dir;

    private final Random random = new Random(SEED + 1);

    @BeforeAll
    static void record(@TempDir Path first) {
        System.out.printf("Input replay: seed %d (-Dpatchboard.seed)%n", SEED);
        try (KernelDriver kernel = new KernelDriver(first, AMPLE_CACHE, KernelDriver.START)) {
            input = RecordedInput.record(kernel, new Random(SEED));
            log = kernel.written();
        }
    }

    @Test
    void load_writesEntriesOfManyKinds() {
        assertThat(log.values().stream()
                        .flatMap(List::stream)
                        .map(line -> line.replaceFirst("[^{]*\\{\"type\":\"(\\w+)\".*", "$1")))
                .contains(
                        "BoardCreated",
                        "PatchCommitted",
                        "PatchRejected",
                        "CommandRejected",
                        "WorkerInvoked",
                        "TriggerHeld",
                        "CircuitTripped",
                        "BoardPaused",
                        "BoardResumed");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 0",
        "1, 1048576, 400, 350",
        "3, 1048576, -9000, 0",
        "7, 0, 9000, 0",
        "5, 20000, 1, 200",
    })
    void sameInput_elsewhere_isTheSameLog(int partitions, long cacheBytes, int daysLater, int restartAfter) {
        Map<String, List<String>> again = replay(mixed(input), partitions, cacheBytes, daysLater, restartAfter);
        assertThat(again.keySet()).isEqualTo(log.keySet());
        again.forEach(
                (board, lines) -> assertThat(lines).as(board).isNotEmpty().containsExactlyElementsOf(log.get(board)));
    }

    @Test
    void otherTime_ofOneRecord_isAnotherLogOfThatBoardAlone() {
        int decided = firstCreation();
        List<Sent> changed = new ArrayList<>(input);
        Sent sent = input.get(decided);
        changed.set(decided, sent.withTime(sent.time().minusMillis(1)));

        assertThat(differing(replay(changed, 2, AMPLE_CACHE, 0, 0))).containsExactly(sent.board());
    }

    @Test
    void otherByte_ofOneRecord_isAnotherLogOfThatBoardAlone() {
        int decided = firstCreation();
        List<Sent> changed = new ArrayList<>(input);
        Sent sent = input.get(decided);
        changed.set(decided, sent.withValue(sent.value().replace("\"busy\"", "\"busz\"")));

        assertThat(differing(replay(changed, 2, AMPLE_CACHE, 0, 0))).containsExactly(sent.board());
    }

    private int firstCreation() {
        return random.nextInt(RecordedInput.BOARDS); // whatever else is sent may be a repetition, which leaves no trace
    }

    private Set<String> differing(Map<String, List<String>> other) {
        Set<String> boards = new TreeSet<>(other.keySet());
        boards.addAll(log.keySet());
        boards.removeIf(board -> log.getOrDefault(board, List.of()).equals(other.get(board)));
        return boards;
    }

    /** The records of each board in their order, those of different boards in another. */
    private List<Sent> mixed(List<Sent> records) {
        Map<String, List<Sent>> boards = new TreeMap<>();
        records.forEach(sent ->
                boards.computeIfAbsent(sent.board(), id -> new ArrayList<>()).add(sent));
        List<Sent> mixed = new ArrayList<>();
        List<String> names = new ArrayList<>(boards.keySet());
        while (!names.isEmpty()) {
            String next = names.get(random.nextInt(names.size()));
            mixed.add(boards.get(next).remove(0));
            names.removeIf(name -> boards.get(name).isEmpty());
        }
        return mixed;
    }

    /**
     * @param partitions each of which is a task with stores of its own
     * @param restartAfter so many records every task is started again, and remembers only what is in its stores; 0 for
     *     never
     */
    private Map<String, List<String>> replay(
            List<Sent> records, int partitions, long cacheBytes, int daysLater, int restartAfter) {
        Instant start = KernelDriver.START.plus(Duration.ofDays(daysLater));
        List<KernelDriver> tasks = new ArrayList<>();
        Map<String, List<String>> written = new TreeMap<>();
        try {
            for (int partition = 0; partition < partitions; partition++) {
                tasks.add(new KernelDriver(dir.resolve("task-" + partition), cacheBytes, start));
            }
            for (int i = 0; i < records.size(); i++) {
                if (i > 0 && i == restartAfter) {
                    tasks.forEach(task -> add(written, task.written()));
                    tasks.replaceAll(task -> task.restarted(dir.resolve("restarted-" + tasks.indexOf(task))));
                }
                Sent sent = records.get(i);
                byte[] key = sent.board().getBytes(StandardCharsets.UTF_8);
                tasks.get(BuiltInPartitioner.partitionForKey(key, partitions))
                        .take(sent.command(), key, sent.value().getBytes(StandardCharsets.UTF_8), sent.time());
            }
            tasks.forEach(task -> add(written, task.written()));
            return written;
        } finally {
            tasks.forEach(KernelDriver::close);
        }
    }

    private static void add(Map<String, List<String>> all, Map<String, List<String>> more) {
        more.forEach((board, lines) ->
                all.computeIfAbsent(board, id -> new ArrayList<>()).addAll(lines));
    }
}
