package io.patchboard.kernel.stream;

import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.KnownIds;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
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

    /** What may be done of what is due, before others and a commit have their turn: as much as four records, or 1 s. */
    private static final long MOST_WORK_DUE = 4 * Work.LIMIT;

    /** A tick that cannot be decided is a defect; it must not keep the other boards' timers from firing. */
    private static final Duration RETRY_FAILED_TICK = Duration.ofMinutes(1);

    private final ProcessorParts parts;
    private final AttemptScope attempt = new AttemptScope();
    private ProcessorContext<byte[], Outgoing> context;
    private BoardCache cache;
    private BoardStore boards;
    private HistoryStore history;
    private TimerStore timers;
    private Arrivals arrivals;

    KernelProcessor(ProcessorParts parts) {
        this.parts = parts;
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
                cache,
                parts.meters());
        history = new HistoryStore(context.getStateStore(KernelTopology.HISTORY));
        timers = new TimerStore(context.getStateStore(KernelTopology.TIMERS));
        arrivals = new Arrivals(
                context.getStateStore(KernelTopology.EARLY),
                boards,
                parts,
                attempt,
                context.taskId().partition(),
                this::handle);
        context.schedule(TIMER_RESOLUTION, PunctuationType.WALL_CLOCK_TIME, this::fireTimers);
        parts.pace().watch(context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        long begun = System.nanoTime();
        RecordMetadata metadata = metadata();
        Cause cause = Cause.record(record.headers(), metadata, parts.clock().instant());
        try {
            boolean command = metadata.topic().equals(parts.topics().commands());
            attempt.run(attemptOf(metadata, command), () -> route(record, metadata, command, cause));
            long age = parts.clock().millis() - record.timestamp();
            parts.meters().processed(System.nanoTime() - begun, command, age);
            parts.pace().decided(context);
        } catch (TimeoutException e) {
            throw StartOver.after(e);
        }
    }

    private Attempts.Attempt attemptOf(RecordMetadata metadata, boolean command) {
        Attempts.Kind kind = command ? Attempts.Kind.COMMAND : Attempts.Kind.PROPOSAL;
        return parts.attempts().of(kind, metadata.partition(), metadata.offset());
    }

    private RecordMetadata metadata() {
        return context.recordMetadata()
                .orElseThrow(() -> new IllegalStateException("Expected the record's topic and partition."));
    }

    private void route(Record<byte[], byte[]> record, RecordMetadata metadata, boolean command, Cause cause) {
        boolean strayed = Routing.isStray(record.key(), metadata.partition(), parts.inputPartitions());
        if (strayed && Routing.isForwardable(record.value())) {
            context.forward(record.withValue(new Outgoing(metadata.topic(), record.value())));
            return;
        }
        // What is too large to be put right is rejected here, where its board has no log.
        byte[] key = strayed ? null : record.key();
        Optional<Attempts.Step> poison = attempt.poison();
        if (poison.isPresent()) {
            LOG.error(
                    "The kernel's process ended again and again while it dealt with offset {} of {}. The record is"
                            + " rejected; please report this.",
                    metadata.offset(),
                    metadata.topic() + "-" + metadata.partition());
            InputReader.Addressed rejected =
                    parts.inputs().readPoison(command, key, record.value(), metadata.partition(), poison.get());
            handle(rejected, record.timestamp(), cause);
            return;
        }
        if (record.headers().lastHeader(InputReader.SCHEMA_ID_HEADER) != null) {
            InputReader.Addressed refused =
                    parts.inputs().refuseIdInHeader(command, key, record.value(), metadata.partition());
            handle(refused, record.timestamp(), cause);
            return;
        }
        InputReader.Addressed addressed = strayed
                ? parts.inputs().readStray(command, record.value(), metadata.partition())
                : parts.inputs().read(command, key, record.value(), metadata.partition());
        arrivals.take(addressed, EarlyRecords.Early.of(record, command, cause), context.currentSystemTimeMs());
    }

    private void fireTimers(long now) {
        cache.trim();
        try {
            long left = MOST_WORK_DUE;
            for (TimerStore.Timer timer : timers.due(now)) {
                left -= left > 0 ? fire(timer, now) : 0;
            }
            arrivals.release(now, Math.max(1, left));
        } catch (TimeoutException e) {
            throw StartOver.after(e);
        }
    }

    /** @return the work that it was */
    private long fire(TimerStore.Timer timer, long now) {
        AtomicLong work = new AtomicLong();
        long loading = boards.loading();
        Attempts.Attempt tick = parts.attempts()
                .of(Attempts.Kind.TIMER, context.taskId().partition(), Attempts.number(timer.boardId()));
        try {
            if (tick.poison().isPresent()) {
                throw new UndecidedTickException(
                        new IllegalStateException("The kernel's process ended again and again while it did this."));
            }
            attempt.run(tick, () -> {
                InputReader.Addressed due = new InputReader.Addressed(timer.boardId(), new Input.Tick());
                work.set(handle(
                        due, now, Cause.timer(timer.cause(), parts.clock().instant())));
                timers.settle(
                        timer, TimerStore.dueMillis(boards.load(timer.boardId()).board()));
            });
        } catch (UndecidedTickException e) {
            tick.end();
            KernelLog.failed(timer.cause(), timer.boardId(), "what is due", e);
            timers.postpone(timer, now + RETRY_FAILED_TICK.toMillis());
            return Work.LIMIT;
        }
        return work.get() + boards.loading() - loading;
    }

    /** @return the {@link Work} that it was */
    private long handle(InputReader.Addressed addressed, long timeMillis, Cause cause) {
        attempt.begin(Attempts.Step.LOAD);
        BoardStore.Stored before = boards.load(addressed.boardId());
        attempt.begin(Attempts.Step.DECIDE);
        Prepared prepared = prepareOrReject(before, addressed.input(), Instant.ofEpochMilli(timeMillis), cause);
        prepared.change().ifPresent(change -> {
            try (DecisionSpan span = DecisionSpan.of(parts.tracing(), cause, prepared.decision())) {
                save(before.board(), prepared, change, span);
                forward(prepared, span);
                KernelLog.decided(prepared.decision(), span.context());
            }
            parts.meters().decided(prepared.decision());
        });
        return prepared.work();
    }

    /** What cannot be decided counts as the most that a record may take. */
    private Prepared prepareOrReject(BoardStore.Stored before, Input input, Instant time, Cause cause) {
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
                return prepare(before, InputReader.oversized(input, oversized), time)
                        .after(Work.LIMIT);
            }
            KernelLog.failed(cause.context(), before.board().id(), "a record, which is rejected", e);
            return prepare(before, InputReader.undecidable(input, e), time).after(Work.LIMIT);
        }
    }

    private Prepared prepare(BoardStore.Stored before, Input input, Instant time) {
        Board board = before.board();
        Decision decision = parts.decider().decide(board, input, history.of(board.id()), time);
        return Prepared.of(before, decision, parts.topics(), parts.encoder(), RecordSizes.most(input));
    }

    private void save(Board before, Prepared prepared, BoardStore.Change change, DecisionSpan span) {
        KnownIds known = history.of(before.id());
        for (LogEntry entry : prepared.decision().entries()) {
            boards.saveBlueprintOf(entry.event());
            known.remember(entry);
        }
        timers.move(before.id(), TimerStore.dueMillis(before), prepared.due(), span.context());
        boards.save(change);
    }

    private void forward(Prepared prepared, DecisionSpan span) {
        Board after = prepared.decision().board();
        byte[] key = after.id().getBytes(StandardCharsets.UTF_8);
        Headers headers = span.headers();
        for (Outgoing outgoing : prepared.outgoing()) {
            context.forward(new Record<>(key, outgoing, after.time().toEpochMilli(), headers));
        }
    }

    /** A suspended task keeps its processor, which would keep the boards and their ids. */
    @Override
    public void close() {
        cache.clear();
        history.clear();
        parts.cache().leave();
    }
}
