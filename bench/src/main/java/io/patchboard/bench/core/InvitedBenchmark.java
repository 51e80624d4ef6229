package io.patchboard.bench.core;

import io.patchboard.bench.load.Invited;
import io.patchboard.bench.load.Proposals;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.record.LogEntry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The decision about an answer to an invocation: the commit, the rule that it matches, and the next invocation. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class InvitedBenchmark {

    private static final int RECORDS = 4_096;

    @Param({"10000"})
    public int bytes;

    private final RecordEncoder encoder = RecordEncoder.json();
    private LiveBoard board;
    private byte[][] answers;
    private int round;

    @Setup(Level.Trial)
    public void prepare() {
        Invited invited = new Invited(bytes);
        board = new LiveBoard(Proposals.boardId(0), invited.create(0));
        // As in DecisionBenchmark: the first commit may have to look at all of the state.
        Decision first = board.commit(invited.answer(invocation(board.created()), RECORDS));
        ConsumerRecord<byte[], byte[]> open = invocation(first);
        answers = new byte[RECORDS][];
        for (int i = 0; i < RECORDS; i++) {
            answers[i] = invited.answer(open, i);
        }
    }

    private ConsumerRecord<byte[], byte[]> invocation(Decision decision) {
        List<LogEntry> entries = decision.entries();
        return new ConsumerRecord<>("", 0, 0, Proposals.key(0), encoder.encode(entries.getLast()));
    }

    /** From the record's bytes to the bytes of the log entries. */
    @Benchmark
    public void decideAndEncode(Blackhole result) {
        round = (round + 1) % RECORDS;
        LiveBoard.consume(board.decide(answers[round]), encoder, result);
    }
}
