package io.patchboard.kernel.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.json.JsonLimits;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.kernel.stream.InputReader;
import io.patchboard.kernel.work.Work;
import io.patchboard.registry.RegistryUnavailableException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What records of every kind, each made to take as much as it can, allocate: as much as their bytes and the work that
 * was charged for them account for. Most of it is garbage at once; what could not be accounted for would be a way to
 * the end of the heap past the meter.
 */
class AllocationTest {

    private static final String BOARD = "b-1";
    private static final int BOARDS = Integer.getInteger("patchboard.allocation", 8);
    private static final int PROPOSALS = 3;

    private static final long FREE = 64L << 20;

    /** For a byte that is read, and for one of the state that the decision is about. */
    private static final long FOR_A_BYTE = 600;

    private static final long FOR_A_UNIT = 200;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final InputReader reader = new InputReader(new RecordDecoder(InputReader.LIMITS));
    private final SeenIds history = new SeenIds();

    @Test
    void whatIsAllocated_isAccountedForByBytesAndWork() {
        assumeTrue(THREADS.isThreadAllocatedMemorySupported(), "this JVM does not count what threads allocate");
        long first = Long.getLong("patchboard.seed", 1);
        System.out.println(
                "Allocation: " + BOARDS + " boards (-Dpatchboard.allocation), seed " + first + " (-Dpatchboard.seed)");
        for (int i = 0; i < BOARDS; i++) {
            decideAll(first + i);
        }
    }

    private void decideAll(long seed) {
        HeavyRecords records = new HeavyRecords(seed);
        Random random = new Random(seed);
        Decider decider = new Decider(
                Limits.DEFAULT,
                new Blueprints(),
                new InvocationIds("a secret of some bytes".getBytes(StandardCharsets.UTF_8)),
                queue -> true);
        Board board = Board.absent(BOARD);
        for (int step = 0; step <= PROPOSALS; step++) {
            boolean command = step == 0;
            byte[] json = command ? records.create(BOARD, "c") : records.propose(BOARD, "p-" + step);
            byte[] record = random.nextInt(4) == 0 ? inAvro(command, json) : json;
            board = decide(decider, board, command, record, "seed " + seed + ", record " + step);
        }
    }

    private Board decide(Decider decider, Board board, boolean command, byte[] record, String name) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Input input = reader.read(command, BOARD.getBytes(StandardCharsets.UTF_8), record, 0)
                .input();
        Decision decision = decider.decide(board, input, history, Instant.EPOCH);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

        long bytes = record.length + board.state().canonicalBytes();
        assertThat(decision.work()).as(name).isLessThanOrEqualTo(Work.LIMIT);
        assertThat(allocated)
                .as("%s: %d bytes of record and state, %d units", name, bytes, decision.work())
                .isLessThanOrEqualTo(FREE + FOR_A_BYTE * bytes + FOR_A_UNIT * decision.work());
        return decision.board();
    }

    private static byte[] inAvro(boolean command, byte[] json) {
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);
        try {
            return RecordEncoder.avro().encode(command ? decoder.decodeCommand(json) : decoder.decodeProposal(json));
        } catch (DecodeException e) {
            return json; // past what is read
        } catch (RegistryUnavailableException e) {
            throw new IllegalStateException(e);
        }
    }
}
