package io.patchboard.client.model;

import io.patchboard.client.board.Causes;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.UnreadableEntryException;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.time.InstantSource;
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
     * that has been missing for seconds is passed over: it will not come any more.
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

    /** As {@link #read}, with what each means; for who chooses by that. */
    public void chosen(String boardId, long first, Predicate<LogEntry> which, Predicate<Entry> visitor) {
        entries(boardId, first, kept -> !which.test(decode(kept)) || visitor.test(entry(kept)));
    }

    /**
     * As {@link #chosen}, for who must be told each entry: one that is missing is passed over only when all that was
     * written before the next one arrived has been read, however long that takes.
     */
    public void all(String boardId, long first, Predicate<LogEntry> which, Predicate<Entry> visitor) {
        entries(boardId, first, allArrived(), kept -> !which.test(decode(kept)) || visitor.test(entry(kept)));
    }

    /** As {@link #all}, every entry, as it is meant. */
    public void all(String boardId, Consumer<LogEntry> visitor) {
        entries(boardId, 1, allArrived(), kept -> {
            visitor.accept(decode(kept));
            return true;
        });
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

    /** What a board's log tells of requests that had their end. */
    History seen(String boardId) {
        SeenIds seen = new SeenIds();
        decoded(boardId, 1, entry -> {
            seen.remember(entry);
            return true;
        });
        return seen;
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

    /**
     * The invocation that an entry answers, or is, with the view that its worker was shown.
     *
     * @return absent if nobody was invited for it
     */
    public Optional<LogEntry> invocation(LogEntry of) {
        return switch (of.event()) {
            case WorkerInvoked invoked -> Optional.of(of);
            case PatchCommitted committed -> invocation(of, committed.invocationId(), committed.trigger());
            case PatchHeld held -> invocation(of, held.invocationId(), held.trigger());
            case PatchRejected rejected -> invocation(of, rejected.invocationId(), rejected.trigger());
            default -> Optional.empty();
        };
    }

    /** It stands after the entry that it was triggered by. */
    private Optional<LogEntry> invocation(LogEntry answer, Optional<String> id, Optional<Trigger> trigger) {
        AtomicReference<Optional<LogEntry>> found = new AtomicReference<>(Optional.empty());
        if (id.isPresent()) {
            long first = trigger.map(Trigger::sequence).orElse(1L);
            store.entries(answer.boardId(), first, kept -> {
                LogEntry entry = decode(kept);
                if (entry.event() instanceof WorkerInvoked invoked
                        && invoked.invocationId().equals(id.get())) {
                    found.set(Optional.of(entry));
                }
                return found.get().isEmpty() && kept.sequence() < answer.sequence();
            });
        }
        return found.get();
    }

    /** Which entry of a board's log led to which, as far as the log is known. */
    public Causes causes(String boardId) {
        Causes causes = new Causes();
        decoded(boardId, 1, entry -> {
            causes.accept(entry);
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
        return clock.millis() - SETTLE.toMillis();
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
