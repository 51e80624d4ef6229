package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.config.ToolDescription;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.gateway.worker.Tool;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Failure;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls somebody's Java, on platform threads: it may compute for minutes. A call that ignores its interrupt keeps its
 * thread until it returns, and there are {@value #MOST_THREADS} at most.
 */
final class JavaTool implements CallableTool {

    static final int MOST_THREADS = 64;

    private static final Logger LOG = LoggerFactory.getLogger(JavaTool.class);

    private final ToolDescription description;
    private final Tool tool;
    private final ExecutorService threads;

    /** Asks the tool itself what became of a call. */
    private final class Asked implements CallableTool {

        @Override
        public ToolDescription description() {
            return description;
        }

        @Override
        public Json call(JsonObject question, String key, Deadline deadline)
                throws NoAnswerException, InterruptedException {
            JsonObject arguments = (JsonObject) question.get("arguments").orElseThrow();
            return inTime(() -> tool.reconcile(arguments, key).toJson(), deadline);
        }
    }

    JavaTool(String name, Tool tool) {
        this.description = new ToolDescription(name, tool.description(), tool.input(), tool.output());
        this.tool = tool;
        this.threads = new ThreadPoolExecutor(
                0,
                MOST_THREADS,
                10,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name("tool-" + name + "-", 1).factory());
    }

    @Override
    public ToolDescription description() {
        return description;
    }

    @Override
    public Optional<Reconciler> effects() {
        return tool.hasEffects()
                ? Optional.of(new Reconciler(description.name(), Optional.of(new Asked())))
                : Optional.empty();
    }

    @Override
    public Json call(JsonObject arguments, String key, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        return inTime(() -> tool.call(arguments, key), deadline);
    }

    private Json inTime(Callable<Json> work, Deadline deadline) throws NoAnswerException, InterruptedException {
        Future<Json> call = begin(work);
        try {
            return Optional.ofNullable(call.get(Math.max(0, deadline.left().toNanos()), TimeUnit.NANOSECONDS))
                    .orElseThrow(() -> new NoAnswerException(Failure.Kind.BUG, "it returned null"));
        } catch (TimeoutException e) {
            throw new NoAnswerException(Failure.Kind.TIMEOUT, "it was still at work; it was interrupted");
        } catch (ExecutionException e) {
            Throwable cause = Optional.ofNullable(e.getCause()).orElse(e);
            LOG.warn("Expected tool {} to give a result, but it threw.", description.name(), cause);
            throw new NoAnswerException(Failure.Kind.BUG, "it threw " + cause);
        } finally {
            call.cancel(true);
        }
    }

    private Future<Json> begin(Callable<Json> work) throws NoAnswerException {
        try {
            return threads.submit(work);
        } catch (RejectedExecutionException e) {
            throw new NoAnswerException(
                            Failure.Kind.OUTAGE, "all of its " + MOST_THREADS + " threads are taken; are some stuck?")
                    .notBegun();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
