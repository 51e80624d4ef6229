package io.patchboard.standalone.crash;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogReader;
import io.patchboard.client.log.LogRecord;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.kernel.state.HistoryEntry;
import io.patchboard.kernel.state.HistoryEntry.Kind;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Decided;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Follows the log while it grows, so that the load knows what there is to do. */
public final class Watcher implements AutoCloseable {

    private final Thread thread;
    private final Consumer<Invocation> onInvocation;
    private final Predicate<LogEntry> own;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong outcomes = new AtomicLong();
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong completed = new AtomicLong();
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final Set<String> created = ConcurrentHashMap.newKeySet();

    private final Set<String> openInvocations = ConcurrentHashMap.newKeySet();

    /** Numbers of what waits for an approver, and the boards. */
    private final Map<String, Set<Long>> waiting = new ConcurrentHashMap<>();

    public Watcher(KafkaConnection connection, Consumer<Invocation> onInvocation) {
        this(connection, onInvocation, entry -> true);
    }

    /** @param own which entries are of boards of the load, and of requests that it made */
    public Watcher(KafkaConnection connection, Consumer<Invocation> onInvocation, Predicate<LogEntry> own) {
        this.onInvocation = onInvocation;
        this.own = own;
        this.thread = new Thread(() -> follow(connection), "watcher");
        thread.setDaemon(true);
        thread.start();
    }

    private void follow(KafkaConnection connection) {
        try {
            new LogReader(connection).followAll(Follow.FROM_BEGINNING, this::see);
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    private boolean see(LogRecord next) {
        LogEntry entry = next.entry();
        boolean isOwn = own.test(entry);
        if (isOwn && entry.event() instanceof BoardCreated) {
            created.add(entry.boardId());
            running.add(entry.boardId());
        } else if (entry.event() instanceof EndEvent end) {
            running.remove(entry.boardId());
            waiting.remove(entry.boardId());
            end.abandonedInvocations().forEach(openInvocations::remove);
            if (entry.event() instanceof BoardCompleted) {
                completed.incrementAndGet();
            }
        } else if (entry.event() instanceof PatchCommitted committed) {
            committed.invocationId().ifPresent(openInvocations::remove);
            commits.incrementAndGet();
        } else if (entry.event() instanceof PatchRejected rejected) {
            rejected.invocationId().ifPresent(openInvocations::remove);
        } else if (entry.event() instanceof PatchHeld held) {
            held.invocationId().ifPresent(openInvocations::remove);
        } else if (entry.event() instanceof NeedsPerson asked && asked.gate().isPresent()) {
            waiting.computeIfAbsent(entry.boardId(), any -> ConcurrentHashMap.newKeySet())
                    .add(entry.sequence());
        } else if (entry.event() instanceof Decided decided) {
            waiting.getOrDefault(entry.boardId(), new HashSet<>()).remove(decided.item());
        } else if (entry.event() instanceof WorkerInvoked invoked) {
            openInvocations.add(invoked.invocationId());
            onInvocation.accept(new Invocation(entry));
        }
        outcomes.addAndGet(isOwn ? outcomesIn(entry) : 0);
        entries.incrementAndGet();
        return true;
    }

    private static long outcomesIn(LogEntry entry) {
        if (entry.event() instanceof PatchRejected rejected && rejected.stage() == Stage.DECODE) {
            return 1;
        }
        return HistoryEntry.of(entry.event()).stream()
                .filter(fact -> fact.kind() == Kind.PROPOSAL || fact.kind() == Kind.COMMAND)
                .count();
    }

    /** Log entries of all boards that have been seen. */
    long entries() {
        check();
        return entries.get();
    }

    /** Requests whose outcome has been seen. */
    public long outcomes() {
        check();
        return outcomes.get();
    }

    long commits() {
        check();
        return commits.get();
    }

    /** Boards that were completed. */
    long completed() {
        check();
        return completed.get();
    }

    /** Boards that were created and have not ended. */
    public Set<String> running() {
        check();
        return Set.copyOf(running);
    }

    Set<String> created() {
        check();
        return Set.copyOf(created);
    }

    /** What waits for an approver, by board. */
    Map<String, Set<Long>> waiting() {
        check();
        return Map.copyOf(waiting);
    }

    Set<String> openInvocations() {
        check();
        return Set.copyOf(openInvocations);
    }

    private void check() {
        if (failure.get() != null) {
            throw new IllegalStateException("Expected to follow the log, but: " + failure.get(), failure.get());
        }
    }

    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join(10_000);
    }
}
