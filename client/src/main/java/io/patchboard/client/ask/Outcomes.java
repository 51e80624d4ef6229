package io.patchboard.client.ask;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.EntryDecoder;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.MissingRegistryException;
import io.patchboard.client.log.UnreadableLogException;
import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the kernel, and tells what it decided. Safe for use by several threads; none waits. */
public final class Outcomes implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

    /**
     * How long to wait for a first outcome before looking for an earlier one. A kernel that runs needs milliseconds.
     */
    private static final Duration BEFORE_LOOKING_BACK = Duration.ofSeconds(1);

    private static final Duration TIME_TO_BEGIN = Duration.ofSeconds(10);
    private static final Duration LONGEST_SEARCH = Duration.ofSeconds(10);
    private static final int MOST_SEARCHES = 32;

    private final Memory memory;
    private final RequestSender sender;
    private final OutcomeFollower follower;
    private final LogReader log;
    private final KeptLogs kept;
    private final Duration timeToBegin;
    private final ThreadPoolExecutor searches = new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_SEARCHES),
            Thread.ofPlatform().name("patchboard-search").daemon().factory());
    private boolean started;

    /** @param onOutcome hears of each outcome before whoever waits for it */
    public Outcomes(KafkaConnection connection, Consumer<LogEntry> onOutcome) {
        this(connection, onOutcome, KeptLogs.NONE);
    }

    /**
     * @param onOutcome hears of each outcome before whoever waits for it
     * @param kept where outcomes that are not remembered are looked for first
     */
    public Outcomes(KafkaConnection connection, Consumer<LogEntry> onOutcome, KeptLogs kept) {
        EntryDecoder decoder = EntryDecoder.of(connection);
        this.memory = new Memory(onOutcome);
        this.sender = new RequestSender(connection);
        this.follower = new OutcomeFollower(connection, decoder, memory);
        this.log = new LogReader(connection, decoder);
        this.kept = kept;
        this.timeToBegin = connection.patience(TIME_TO_BEGIN);
        searches.allowCoreThreadTimeOut(true);
    }

    /**
     * Sends a request and waits for its outcome.
     *
     * @return the outcome, or nothing if none came in time; fails with a {@link org.apache.kafka.common.KafkaException}
     *     if it cannot be sent
     */
    public CompletionStage<Optional<LogEntry>> ask(Request request, Duration wait) {
        return sender.requireTopicOf(request.record())
                .thenCompose(there -> following())
                .thenCompose(ready -> {
                    CompletableFuture<LogEntry> outcome = memory.outcome(request.key());
                    if (outcome.isDone()) {
                        request.onRecord().run();
                        return outcome.thenApply(Optional::of);
                    }
                    return sender.send(request.record(), request.trace())
                            .thenRun(request.onRecord())
                            .thenCompose(sent -> await(request.key(), outcome, request.mayRepeat(), wait));
                });
    }

    /**
     * As {@link #ask}, for a caller who has nothing else to do meanwhile.
     *
     * @throws KafkaException if it cannot be sent, or the log cannot be read; in the latter case it may be decided all
     *     the same
     */
    public Optional<LogEntry> askAndWait(Request request, Duration wait) {
        return Waiting.on(ask(request, wait));
    }

    /**
     * As {@link #ask}, for a request that somebody else sends once {@code send} has run.
     *
     * @param send whether it will be sent; if not, nothing is waited for
     */
    public CompletionStage<Optional<LogEntry>> await(RequestKey key, Duration wait, BooleanSupplier send) {
        return following().thenCompose(ready -> {
            CompletableFuture<LogEntry> outcome = memory.outcome(key);
            return send.getAsBoolean()
                    ? await(key, outcome, true, wait)
                    : CompletableFuture.completedFuture(Optional.empty());
        });
    }

    /**
     * The outcome of a request that was sent before. One that was sent here a moment ago is waited for briefly.
     *
     * @param asked without an author where anybody's will do
     * @return empty if there is none yet; fails with a {@link org.apache.kafka.common.KafkaException} if that cannot be
     *     told
     */
    public CompletionStage<Optional<LogEntry>> find(RequestKey asked) {
        RequestKey key = memory.meant(asked);
        Optional<CompletableFuture<LogEntry>> known = memory.known(key);
        if (known.isEmpty()) {
            return search(key);
        }
        return known.get()
                .<Optional<LogEntry>>thenApply(Optional::of)
                .completeOnTimeout(Optional.empty(), BEFORE_LOOKING_BACK.toNanos(), TimeUnit.NANOSECONDS)
                .thenCompose(outcome -> outcome.isPresent() || memory.hasNoEarlier(key)
                        ? CompletableFuture.completedFuture(outcome)
                        : search(key));
    }

    private CompletableFuture<Optional<LogEntry>> await(
            RequestKey key, CompletableFuture<LogEntry> outcome, boolean mayRepeat, Duration wait) {
        CompletableFuture<Optional<LogEntry>> waiting = outcome.<Optional<LogEntry>>thenApply(Optional::of)
                .completeOnTimeout(Optional.empty(), wait.toNanos(), TimeUnit.NANOSECONDS);
        if (!mayRepeat) {
            memory.noEarlier(key);
        } else if (!outcome.isDone()) {
            Executor later =
                    CompletableFuture.delayedExecutor(BEFORE_LOOKING_BACK.toNanos(), TimeUnit.NANOSECONDS, searches());
            CompletableFuture.runAsync(() -> lookBack(key, outcome, waiting), later);
        }
        return waiting;
    }

    private void lookBack(
            RequestKey key, CompletableFuture<LogEntry> outcome, CompletableFuture<Optional<LogEntry>> waiting) {
        if (outcome.isDone() || waiting.isDone()) {
            return;
        }
        try {
            lookFor(key);
        } catch (MissingRegistryException e) {
            memory.fail(key.boardId(), e);
        } catch (KafkaException e) {
            LOG.warn("{}", e.getMessage());
        }
    }

    /** What is not in the log now is told by the follower, if it ever is: nobody need read the log for it once more. */
    private Optional<LogEntry> lookFor(RequestKey key) {
        Optional<LogEntry> found = inLog(key);
        found.filter(entry -> !RequestKey.isOfNobody(entry))
                .ifPresentOrElse(memory::decide, () -> memory.noEarlier(key));
        return found;
    }

    /** That a gate holds it, or that nobody had signed it, is the outcome only until there is another. */
    private Optional<LogEntry> inLog(RequestKey key) {
        try {
            AtomicReference<LogEntry> sofar = new AtomicReference<>();
            Predicate<LogEntry> decides = entry -> {
                boolean decided = key.isDecidedBy(entry);
                if (decided && RequestKey.mayBeFollowed(entry)) {
                    sofar.set(entry);
                    return false;
                }
                return decided;
            };
            Optional<List<LogEntry>> mine = kept(key);
            Optional<LogEntry> last = mine.isPresent()
                    ? mine.get().stream().filter(decides).findFirst()
                    : log.find(key.boardId(), decides, LONGEST_SEARCH);
            return last.or(() -> Optional.ofNullable(sofar.get()));
        } catch (MissingRegistryException e) {
            throw e;
        } catch (RetriableException | UnreadableLogException e) {
            throw new TimeoutException("the outcome of " + key.id() + " could not be looked for: " + e.getMessage(), e);
        }
    }

    /** What has no id is known by all of what was sent, which is not there where entries are chosen. */
    private Optional<List<LogEntry>> kept(RequestKey key) {
        try {
            return key.kind() == RequestKey.Kind.UNNAMED_PROPOSAL
                    ? Optional.empty()
                    : kept.committed(key.boardId(), key::isDecidedBy);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private CompletableFuture<Optional<LogEntry>> search(RequestKey key) {
        try {
            return CompletableFuture.supplyAsync(() -> lookFor(key), searches);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(tooManySearches());
        }
    }

    /** With too many searches under way, one who repeats itself learns of its outcome at a later try. */
    private Executor searches() {
        return task -> {
            try {
                searches.execute(task);
            } catch (RejectedExecutionException e) {
                LOG.warn("Expected at most {} logs to be searched for earlier outcomes, but got more.", MOST_SEARCHES);
            }
        };
    }

    private static TimeoutException tooManySearches() {
        return new TimeoutException("more than " + MOST_SEARCHES + " logs are being searched.");
    }

    private CompletableFuture<Void> following() {
        start();
        return follower.following()
                .copy()
                .orTimeout(timeToBegin.toNanos(), TimeUnit.NANOSECONDS)
                .exceptionally(failure -> {
                    throw new CompletionException(
                            failure instanceof java.util.concurrent.TimeoutException
                                    ? new TimeoutException("the topics of outcomes could not be read within "
                                            + timeToBegin.toSeconds() + " s.")
                                    : failure);
                });
    }

    private synchronized void start() {
        if (!started) {
            started = true;
            follower.start();
        }
    }

    @Override
    public void close() {
        searches.shutdownNow();
        follower.close();
        sender.close();
    }
}
