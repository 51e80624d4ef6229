package io.patchboard.gateway.runner.llm;

import io.patchboard.gateway.config.PlainText;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.ChatReply;
import io.patchboard.gateway.llm.Excerpt;
import io.patchboard.gateway.llm.Finish;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.Spent;
import io.patchboard.gateway.llm.TokenCount;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.runner.TimeLimit;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.gateway.thread.DaemonThreads;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.record.Usage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has a language model answer. */
public final class LlmRunner implements Runner {

    private static final Logger LOG = LoggerFactory.getLogger(LlmRunner.class);

    /** What a model's answer still needs on its way, so that its own reason comes before the alarm. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    private final String name;
    private final LanguageModel model;
    private final TimeLimit timeLimit;
    private final Clock clock;
    private final PromptLayout layout = new PromptLayout();
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor timer;
    private final Map<Long, CompletableFuture<Answer>> open = new ConcurrentHashMap<>();
    private final AtomicLong count = new AtomicLong();

    /** @param concurrency requests that the model takes at once; more threads would only wait for it */
    public LlmRunner(String name, LanguageModel model, int concurrency, Duration timeout, Clock clock) {
        this.name = name;
        this.model = model;
        this.timeLimit = new TimeLimit(clock, timeout);
        this.clock = clock;
        this.threads = new ThreadPoolExecutor(
                concurrency,
                concurrency,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DaemonThreads("worker-" + name));
        threads.allowCoreThreadTimeOut(true);
        this.timer = new ScheduledThreadPoolExecutor(1, new DaemonThreads("worker-" + name + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        long number = count.incrementAndGet();
        open.put(number, answer);
        answer.whenComplete((given, failure) -> open.remove(number));
        Duration limit = timeLimit.of(invocation);
        Duration forModel = limit.minus(MARGIN.compareTo(limit.dividedBy(10)) < 0 ? MARGIN : limit.dividedBy(10));
        Instant deadline = clock.instant().plus(forModel);
        try {
            Future<?> call = threads.submit(() -> ask(invocation, deadline, answer));
            Future<?> alarm = timer.schedule(
                    () -> giveUp(limit, call, answer), Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS);
            answer.whenComplete((given, failure) -> alarm.cancel(false));
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(closing());
        }
        return answer;
    }

    private void giveUp(Duration limit, Future<?> call, CompletableFuture<Answer> answer) {
        if (answer.complete(Answer.failed("Expected an answer from worker " + name + " within " + limit
                + ", but its model had none, or other invocations were before it."))) {
            call.cancel(true);
        }
    }

    /** Nobody sees what is thrown here, and the invocation would be in flight for ever. */
    private void ask(Invocation invocation, Instant deadline, CompletableFuture<Answer> answer) {
        try {
            answer.complete(read(model.chat(layout.prompt(invocation), deadline)));
        } catch (ChatException e) {
            answer.complete(failed(e.getMessage(), e.spent()));
        } catch (InterruptedException e) {
            answer.completeExceptionally(closing());
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error(
                    "Expected to ask a model on behalf of worker {} for invocation {} of board {}, but failed.",
                    name,
                    invocation.invocationId(),
                    invocation.boardId(),
                    e);
            answer.complete(
                    Answer.failed("Expected an answer from worker " + name + ", but the gateway failed to ask its"
                            + " model: " + e.getClass().getSimpleName() + "."));
        }
    }

    private static Answer read(ChatReply reply) throws InterruptedException {
        if (reply.finish() == Finish.LENGTH) {
            return failed(
                    unusable(reply, "it is cut off where the model's output tokens ended; raise maxOutputTokens"),
                    reply.spent());
        }
        try {
            ReadReply read = ReplyReader.read(reply.text());
            if (reply.quotesSecret() && read.patch().toString().contains(Secret.STARS)) {
                return failed(Redaction.PATCH_QUOTES_SECRET, reply.spent());
            }
            return Answer.of(read.patch()).withUsage(usage(reply.spent(), read.repairs()));
        } catch (UnreadableReplyException e) {
            return failed(unusable(reply, e.getMessage()), reply.spent());
        }
    }

    private static String unusable(ChatReply reply, String why) {
        return "Expected a JSON Patch from model " + reply.spent().model() + ", but " + why + ": "
                + Excerpt.of(reply.text());
    }

    private static Answer failed(String message, Spent spent) {
        Answer failed = Answer.failed(message);
        return spent.tokens().equals(TokenCount.NONE) ? failed : failed.withUsage(usage(spent, List.of()));
    }

    private static Usage usage(Spent spent, List<String> repairs) {
        return new Usage(
                        spent.tokens().input(),
                        spent.tokens().output(),
                        spent.cost(),
                        Optional.of(spent.model()),
                        repairs)
                .mapTexts(PlainText::of);
    }

    private static CancellationException closing() {
        return new CancellationException("The gateway is closing.");
    }

    @Override
    public void close() {
        timer.shutdownNow();
        threads.shutdownNow();
        open.values().forEach(answer -> answer.completeExceptionally(closing()));
    }
}
