package io.patchboard.client.model;

import io.patchboard.calls.Deadline;
import io.patchboard.client.board.Causes;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.UnreadableEntryException;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.state.History.InvocationEnd;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The entries of the boards' logs, read from the store. Safe for use by several threads. */
public final class BoardLogs {

    /** How long the entries of one transaction may take to become visible in all topics; usually milliseconds. */
    private static final Duration SETTLE = Duration.ofSeconds(5);

    /** Of a long log, what is looked at in one go by who chooses. */
    static final int MOST_LOOKED_AT = 10_000;

    private final ModelStore store;
    private final EntryDecoder decoder;
    private final InstantSource clock;
    private final LongSupplier complete;

    /** @param complete the time, in milliseconds by the clock, of which all that was written then is in the store */
    BoardLogs(ModelStore store, EntryDecoder decoder, InstantSource clock, LongSupplier complete) {
        this.complete = complete;
        this.store = store;
        this.decoder = decoder;
        this.clock = clock;
    }

    /** An entry of a log as JSON text in UTF-8, not to be changed. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Entry(long sequence, byte[] json) {}

    /**
     * A board's log in order, up to the first entry that is missing now, because it comes through another topic. One
     * that has been missing for seconds, while all that was written before has been read, is passed over: it will not
     * come any more.
     *
     * @param first sequence
     * @param visitor tells whether to go on
     */
    public void read(String boardId, long first, Predicate<Entry> visitor) {
        entries(boardId, first, kept -> visitor.test(entry(kept)));
    }

    /** As {@link #read}, the entries as they are meant. */
    public void decoded(String boardId, long first, Predicate<LogEntry> visitor) {
        entries(boardId, first, kept -> visitor.test(decode(kept)));
    }

    /**
     * As {@link #read}, for who chooses by what each means, but for its {@link LogEntry#BULK}. It ends after 10,000
     * entries that were looked at, whatever was chosen.
     */
    public void chosen(String boardId, long first, Predicate<LogEntry> which, Predicate<Entry> visitor) {
        chosen(boardId, first, settled(), which, visitor);
    }

    private void chosen(String boardId, long first, long settled, Predicate<LogEntry> which, Predicate<Entry> visitor) {
        int[] looked = {0};
        entries(boardId, first, settled, kept -> {
            boolean goesOn = !which.test(withoutBulk(kept)) || visitor.test(entry(kept));
            return ++looked[0] < MOST_LOOKED_AT && goesOn;
        });
    }

    /**
     * As {@link #chosen}, for who must be told each entry: one that is missing is passed over only when all that was
     * written before the next one arrived has been read, however long that takes.
     */
    public void all(String boardId, long first, Predicate<LogEntry> which, Predicate<Entry> visitor) {
        chosen(boardId, first, allArrived(), which, visitor);
    }

    /** As {@link #all}, every entry, as it is meant. */
    public void all(String boardId, Consumer<LogEntry> visitor) {
        entries(boardId, 1, allArrived(), kept -> {
            visitor.accept(decode(kept));
            return true;
        });
    }

    /**
     * Chooses among all entries of a log.
     *
     * @param which asked without an entry's {@link LogEntry#BULK}
     * @return in order; absent if the log could not be read to its end in time
     */
    Optional<List<LogEntry>> chosen(String boardId, Predicate<LogEntry> which, Deadline deadline) {
        List<LogEntry> chosen = new ArrayList<>();
        entries(boardId, 1, allArrived(), kept -> {
            if (which.test(withoutBulk(kept))) {
                chosen.add(decode(kept));
            }
            return !deadline.isOver();
        });
        return deadline.isOver() ? Optional.empty() : Optional.of(chosen);
    }

    /** The first entry that is left of a board's log, once none before it will come any more. */
    public OptionalLong beginning(String boardId) {
        AtomicLong first = new AtomicLong();
        entries(boardId, 1, kept -> {
            first.set(kept.sequence());
            return false;
        });
        return first.get() == 0 ? OptionalLong.empty() : OptionalLong.of(first.get());
    }

    /** Whether the first entry of a board's log is not there, and will not come any more. */
    boolean isCut(String boardId) {
        return beginning(boardId).orElse(1) > 1;
    }

    /** One entry of a board's log. */
    public Optional<LogEntry> one(String boardId, long sequence) {
        return kept(boardId, sequence).map(this::decode);
    }

    /** As {@link #one}, for who needs nothing of {@link LogEntry#BULK}: there may be {@code true} in its place. */
    public Optional<LogEntry> oneWithoutBulk(String boardId, long sequence) {
        return kept(boardId, sequence).map(this::withoutBulk);
    }

    private Optional<ModelStore.Kept> kept(String boardId, long sequence) {
        AtomicReference<Optional<ModelStore.Kept>> found = new AtomicReference<>(Optional.empty());
        store.entries(boardId, sequence, kept -> {
            found.set(Optional.of(kept).filter(first -> first.sequence() == sequence));
            return false;
        });
        return found.get();
    }

    /** How an invocation ended, as a board's whole log tells it. */
    InvocationEnd end(String boardId, String invocation) {
        return store.read(tables -> Invocations.end(tables, boardId, invocation));
    }

    /**
     * The invocation that an entry answers, or is, with the view that its worker was shown.
     *
     * @return absent if nobody was invited for it
     */
    public Optional<LogEntry> invocation(LogEntry of) {
        return switch (of.event()) {
            case WorkerInvoked invoked -> Optional.of(of);
            case PatchCommitted committed -> invocation(of, committed.invocationId());
            case PatchHeld held -> invocation(of, held.invocationId());
            case PatchRejected rejected -> invocation(of, rejected.invocationId());
            default -> Optional.empty();
        };
    }

    private Optional<LogEntry> invocation(LogEntry answer, Optional<String> id) {
        OptionalLong sequence = id.isEmpty()
                ? OptionalLong.empty()
                : store.read(tables -> Invocations.sequence(tables, answer.boardId(), id.get()));
        return sequence.isEmpty() ? Optional.empty() : one(answer.boardId(), sequence.getAsLong());
    }

    /** Which entry of a board's log led to which, as far as the log is known. */
    public Causes causes(String boardId) {
        Causes causes = new Causes();
        entries(boardId, 1, kept -> {
            causes.accept(withoutBulk(kept));
            return true;
        });
        return causes;
    }

    private void entries(String boardId, long first, ModelStore.Visitor visitor) {
        entries(boardId, first, settled(), visitor);
    }

    /** Another process, which keeps what is read here, knows when all has arrived; this one waits as readers do. */
    private long allArrived() {
        return store.isOwn() ? complete.getAsLong() : settled();
    }

    private long settled() {
        long secondsAgo = clock.millis() - SETTLE.toMillis();
        return store.isOwn() ? Math.min(secondsAgo, complete.getAsLong()) : secondsAgo;
    }

    private void entries(String boardId, long first, long settled, ModelStore.Visitor visitor) {
        long[] expected = {first};
        store.entries(boardId, first, kept -> {
            boolean inTurn = kept.sequence() == expected[0] || kept.arrived() <= settled;
            expected[0] = kept.sequence() + 1;
            return inTurn && visitor.visit(kept);
        });
    }

    private LogEntry decode(ModelStore.Kept kept) {
        return decoded(kept, decoder);
    }

    private LogEntry withoutBulk(ModelStore.Kept kept) {
        return decoded(kept, decoder::decodeWithoutBulk);
    }

    private static LogEntry decoded(ModelStore.Kept kept, EntryDecoder decoder) {
        try {
            return decoder.decode(kept.value());
        } catch (UnreadableEntryException e) {
            throw new IllegalStateException("Expected an entry that was readable before: " + e.getMessage(), e);
        }
    }

    /** As it is in its topic, if that is JSON. */
    private Entry entry(ModelStore.Kept kept) {
        byte[] value = kept.value();
        return new Entry(
                kept.sequence(),
                value[0] == '{' ? value : JsonWriter.compactBytes(decode(kept).toJson()));
    }
}
