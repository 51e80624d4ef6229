package io.patchboard.kernel.stream;

import io.patchboard.kernel.decide.Decision;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HistoryEntry;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bytes in, decision, log entries out.
 *
 * <p>Deciding and {@linkplain Prepared preparing} change nothing, so an error in them costs one record its outcome and
 * nobody else theirs. What is decided is saved and forwarded only afterwards; Kafka's transaction makes that one step.
 */
final class KernelProcessor implements Processor<byte[], byte[], byte[], Outgoing> {

    private static final Logger LOG = LoggerFactory.getLogger(KernelProcessor.class);

    /** How late a timer may be; scanning for none costs one seek. */
    static final Duration TIMER_RESOLUTION = Duration.ofMillis(25);

    /** A tick that cannot be decided is a defect; it must not keep the other boards' timers from firing. */
    private static final Duration RETRY_FAILED_TICK = Duration.ofMinutes(1);

    private final ProcessorParts parts;
    private final CommitPace pace;
    private ProcessorContext<byte[], Outgoing> context;
    private BoardCache cache;
    private BoardStore boards;
    private HistoryStore history;
    private TimerStore timers;

    KernelProcessor(ProcessorParts parts, CommitPace pace) {
        this.parts = parts;
        this.pace = pace;
    }

    @Override
    public void init(ProcessorContext<byte[], Outgoing> processorContext) {
        context = processorContext;
        cache = new BoardCache(parts.cache());
        parts.cache().join();
        boards = new BoardStore(
                context.getStateStore(KernelTopology.BOARDS),
                context.getStateStore(KernelTopology.SLOTS),
                context.getStateStore(KernelTopology.BLUEPRINTS),
                parts.blueprints(),
                cache);
        history = new HistoryStore(context.getStateStore(KernelTopology.HISTORY));
        timers = new TimerStore(context.getStateStore(KernelTopology.TIMERS));
        context.schedule(TIMER_RESOLUTION, PunctuationType.WALL_CLOCK_TIME, this::fireTimers);
        context.schedule(CommitPace.SHORTEST, PunctuationType.WALL_CLOCK_TIME, now -> {
            if (pace.commitsOwed(now)) {
                context.commit();
            }
        });
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        try {
            route(record);
            if (pace.commitsAfter(record.timestamp(), context.currentSystemTimeMs())) {
                context.commit();
            }
        } catch (TimeoutException e) {
            // Thrown as it is, it would end the thread, and a longer outage the kernel.
            LOG.warn("A record must be read again: {}", e.getMessage());
            throw new TaskCorruptedException(Set.of(context.taskId()));
        }
    }

    private void route(Record<byte[], byte[]> record) {
        RecordMetadata metadata = context.recordMetadata()
                .orElseThrow(() -> new IllegalStateException("Expected the record's topic and partition."));
        boolean strayed = Routing.isStray(record.key(), metadata.partition(), parts.inputPartitions());
        if (strayed && Routing.isForwardable(record.value())) {
            context.forward(
                    new Record<>(record.key(), new Outgoing(metadata.topic(), record.value()), record.timestamp()));
            return;
        }
        boolean command = metadata.topic().equals(parts.topics().commands());
        InputReader.Addressed addressed = strayed
                ? parts.inputs().readStray(command, record.value(), metadata.partition())
                : parts.inputs().read(command, record.key(), record.value(), metadata.partition());
        handle(addressed.boardId(), addressed.input(), Instant.ofEpochMilli(record.timestamp()));
    }

    private void fireTimers(long now) {
        cache.trim();
        List<TimerStore.Timer> due = timers.due(now);
        due.forEach(timer -> fire(timer, now));
        if (!due.isEmpty() && pace.commitsAfter(now, now)) {
            context.commit();
        }
    }

    private void fire(TimerStore.Timer timer, long now) {
        try {
            handle(timer.boardId(), new Input.Tick(), Instant.ofEpochMilli(now));
            timers.settle(
                    timer, TimerStore.dueMillis(boards.load(timer.boardId()).board()));
        } catch (UndecidedTickException e) {
            LOG.error(
                    "Expected to decide what is due on board {}, but failed; please report this.", timer.boardId(), e);
            timers.postpone(timer, now + RETRY_FAILED_TICK.toMillis());
        }
    }

    private void handle(String boardId, Input input, Instant time) {
        BoardStore.Stored before = boards.load(boardId);
        Prepared prepared = prepareOrReject(before, input, time);
        prepared.change().ifPresent(change -> {
            save(before.board(), prepared, change);
            forward(prepared);
        });
    }

    private Prepared prepareOrReject(BoardStore.Stored before, Input input, Instant time) {
        try {
            return prepare(before, input, time);
        } catch (KafkaException e) {
            // Of Kafka or a store, not of the input: it is read again, and may be decided then.
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            if (input instanceof Input.Tick) {
                throw new UndecidedTickException(e);
            }
            if (e instanceof Prepared.OversizedException oversized) {
                return prepare(before, InputReader.oversized(input, oversized), time);
            }
            LOG.error(
                    "Expected to decide on board {}, but failed. The input is rejected; please report this.",
                    before.board().id(),
                    e);
            return prepare(before, InputReader.undecidable(input, e), time);
        }
    }

    private Prepared prepare(BoardStore.Stored before, Input input, Instant time) {
        Board board = before.board();
        Decision decision = parts.decider().decide(board, input, history.of(board.id()), time);
        return Prepared.of(before, decision, parts.topics(), parts.encoder(), mostBytes(input));
    }

    private static int mostBytes(Input input) {
        boolean grows = input instanceof Input.Proposed
                || input instanceof Input.Commanded commanded && commanded.command() instanceof CreateBoard;
        return grows ? RecordSizes.MAX_REQUESTED_BYTES : RecordSizes.MAX_VALUE_BYTES;
    }

    private void save(Board before, Prepared prepared, BoardStore.Change change) {
        for (LogEntry entry : prepared.decision().entries()) {
            if (entry instanceof BoardCreated created) {
                boards.saveBlueprint(created.blueprintHash(), created.blueprint());
            }
            HistoryEntry.of(entry).forEach(fact -> history.put(before.id(), fact));
        }
        timers.move(before.id(), TimerStore.dueMillis(before), prepared.due());
        boards.save(change);
    }

    private void forward(Prepared prepared) {
        Board after = prepared.decision().board();
        byte[] key = after.id().getBytes(StandardCharsets.UTF_8);
        prepared.outgoing()
                .forEach(outgoing ->
                        context.forward(new Record<>(key, outgoing, after.time().toEpochMilli())));
    }

    /** A suspended task keeps its processor, which would keep the boards. */
    @Override
    public void close() {
        cache.clear();
        parts.cache().leave();
    }

    private static final class UndecidedTickException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private UndecidedTickException(Throwable cause) {
            super(cause);
        }
    }
}
