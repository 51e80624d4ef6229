package io.patchboard.gateway.runner;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Progress;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Usage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An invocation from when its worker is asked until it has answered: how far it has come, and how long it still has.
 * What it may say of that is bounded.
 */
public final class LongWork implements Progress, AutoCloseable {

    /** Of a checkpoint, as canonical JSON. */
    public static final int MOST_BYTES = 512 * 1024;

    public static final int MOST_REPORTS = 1_000;
    public static final int MOST_PROGRESS_CHARS = 500;

    private static final Logger LOG = LoggerFactory.getLogger(LongWork.class);
    private static final long MOST_BYTES_IN_ALL = 64L * 1024 * 1024;
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(15);

    private final String boardId;
    private final String worker;
    private final String invocationId;
    private final long attempt;
    private final Instant deadline;
    private final TimeLimit timeLimit;
    private final Checkpoints checkpoints;
    private final Clock clock;
    private final Redaction redaction;
    private final String key;
    private Optional<Json> given = Optional.empty();
    private Optional<String> givenHash = Optional.empty();
    private Optional<Json> latest = Optional.empty();
    private Optional<String> words = Optional.empty();
    private Optional<String> obstacle = Optional.empty();
    private volatile long end;
    private int reports;
    private long bytes;
    private boolean over;

    /** Keeps nothing of what the worker is shown. */
    private LongWork(
            Invocation invocation, TimeLimit timeLimit, Checkpoints checkpoints, Clock clock, Redaction redaction) {
        this.boardId = invocation.boardId();
        this.worker = invocation.worker();
        this.invocationId = invocation.invocationId();
        this.attempt = invocation.attempt();
        this.deadline = invocation.deadline();
        this.timeLimit = timeLimit;
        this.checkpoints = checkpoints;
        this.clock = clock;
        this.redaction = redaction;
        this.key = checkpoints == Checkpoints.NOWHERE ? "" : Checkpoint.key(invocation);
        this.end = System.nanoTime() + timeLimit.of(invocation).toNanos();
    }

    /** Begins the work of one who was given no secrets. */
    public static LongWork begin(Invocation invocation, TimeLimit timeLimit, Checkpoints checkpoints, Clock clock)
            throws InterruptedException {
        return begin(invocation, timeLimit, checkpoints, clock, Redaction.NONE);
    }

    /**
     * Begins, or goes on from where an earlier attempt had come. Where that cannot be found out, it begins at the
     * beginning.
     *
     * @param redaction of the secrets that are kept out of what the worker says
     */
    public static LongWork begin(
            Invocation invocation, TimeLimit timeLimit, Checkpoints checkpoints, Clock clock, Redaction redaction)
            throws InterruptedException {
        LongWork work = new LongWork(invocation, timeLimit, checkpoints, clock, redaction);
        if (checkpoints == Checkpoints.NOWHERE) {
            return work;
        }
        try {
            work.goOnFrom(checkpoints.latest(
                    work.key, Deadline.in(timeLimit.of(invocation)).orIn(LONGEST_LOOK)));
        } catch (NoAnswerException e) {
            work.obstacle = Optional.of(e.getMessage());
            LOG.warn(
                    "Expected to find out how far worker {} had come with what invocation {} of board {} asks, but {}."
                            + " It begins at the beginning.",
                    invocation.worker(),
                    invocation.invocationId(),
                    invocation.boardId(),
                    e.getMessage());
        }
        return work;
    }

    private synchronized void goOnFrom(Optional<Checkpoint> earlier) {
        given = earlier.flatMap(Checkpoint::content);
        givenHash = earlier.flatMap(Checkpoint::hash);
        latest = given;
    }

    /** The same of a worker who is not given what an earlier attempt has kept; the next one is. */
    public synchronized LongWork withheld() {
        given = Optional.empty();
        givenHash = Optional.empty();
        return this;
    }

    /** Why it could not be found out how far an earlier attempt had come; absent if it could. */
    public Optional<String> obstacle() {
        return obstacle;
    }

    @Override
    public synchronized Optional<Json> checkpoint() {
        return given;
    }

    /** By which an answer that went on from it says so. */
    public synchronized Optional<String> givenHash() {
        return givenHash;
    }

    /** {@link System#nanoTime()} when its time is over, if nothing is reported before. */
    public long end() {
        return end;
    }

    public Duration left() {
        return Duration.ofNanos(end - System.nanoTime());
    }

    @Override
    public void report(String said) {
        take(new Report(Optional.of(said), Optional.empty()));
    }

    @Override
    public void save(Json checkpoint) {
        take(new Report(Optional.empty(), Optional.of(checkpoint)));
    }

    /**
     * Takes what the worker says, and gives it more time. Completes when a checkpoint is kept.
     *
     * @throws IllegalArgumentException if it is too large, or its checkpoint quotes a secret
     * @throws IllegalStateException if the invocation is over, or was reported on too often
     */
    public synchronized CompletionStage<Void> take(Report said) {
        Report report = said.guarded(redaction);
        requireRoom(said);
        words = report.progress().or(() -> words);
        latest = report.checkpoint().or(() -> latest);
        end = Math.max(end, System.nanoTime() + timeLimit.until(deadline).toNanos());
        return checkpoints.save(
                key, new Checkpoint(boardId, worker, invocationId, attempt, clock.instant(), words, latest));
    }

    private void requireRoom(Report report) {
        if (over || !clock.instant().isBefore(deadline)) {
            throw new IllegalStateException(
                    "Expected an invocation that is still open, but it was answered, or its deadline has passed.");
        }
        report.progress().filter(said -> said.length() > MOST_PROGRESS_CHARS).ifPresent(said -> {
            throw new IllegalArgumentException("Expected at most " + MOST_PROGRESS_CHARS
                    + " characters of progress, but got " + said.length() + ".");
        });
        long size = report.checkpoint().map(Json::canonicalBytes).orElse(0L);
        if (size > MOST_BYTES) {
            throw new IllegalArgumentException("Expected a checkpoint of at most " + MOST_BYTES + " bytes, but it has "
                    + size + ". Keep what is large elsewhere, and its place in the checkpoint.");
        }
        if (reports >= MOST_REPORTS || bytes + size > MOST_BYTES_IN_ALL) {
            throw new IllegalStateException("Expected at most " + MOST_REPORTS + " reports and " + MOST_BYTES_IN_ALL
                    + " bytes of checkpoints for one invocation, but with this one there are more. Report less often.");
        }
        reports++;
        bytes += size;
    }

    /** An invocation as its worker is asked it. */
    public JsonObject beside(JsonObject asked) {
        return checkpoint().map(content -> asked.with("checkpoint", content)).orElse(asked);
    }

    /** An answer that says what it went on from, unless its worker has signed what it says. */
    public Answer told(Answer answer) {
        Optional<String> from = givenHash();
        if (from.isEmpty() || answer.proof().isPresent()) {
            return answer;
        }
        Usage usage = answer.usage().orElse(Usage.NONE);
        return answer.withUsage(usage.in(usage.circumstances().wentOnFrom(from)));
    }

    /** Of the checkpoints that this keeps, the one that was given and the latest. */
    public synchronized long bytesKept() {
        return given.map(Json::canonicalBytes).orElse(0L)
                + latest.map(Json::canonicalBytes).orElse(0L);
    }

    /** From now on nothing is taken, and no checkpoint kept. */
    @Override
    public synchronized void close() {
        over = true;
        given = Optional.empty();
        latest = Optional.empty();
    }
}
