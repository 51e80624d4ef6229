package io.patchboard.gateway.runner.llm;

import io.patchboard.gateway.config.PlainText;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.ToolSet;
import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.ChatReply;
import io.patchboard.gateway.llm.Excerpt;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.Spent;
import io.patchboard.gateway.llm.protocol.Finish;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.gateway.runner.Checkpoints;
import io.patchboard.gateway.runner.LongWork;
import io.patchboard.gateway.runner.Runner;
import io.patchboard.gateway.runner.TimeLimit;
import io.patchboard.gateway.runner.TimedCalls;
import io.patchboard.gateway.runner.llm.tool.ToolBox;
import io.patchboard.gateway.runner.llm.tool.Trajectories;
import io.patchboard.gateway.runner.llm.tool.Trajectory;
import io.patchboard.gateway.runner.llm.tool.UnknownOutcomeException;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.record.Failure;
import io.patchboard.record.Usage;
import io.patchboard.text.Durations;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has a language model answer. */
public final class LlmRunner implements Runner {

    private static final Logger LOG = LoggerFactory.getLogger(LlmRunner.class);

    /** What a model's answer still needs on its way, so that its own reason comes before the alarm. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    private final String name;
    private final LanguageModel model;
    private final ToolBox tools;
    private final Trajectories trajectories;
    private final Images images;
    private final Checkpoints checkpoints;
    private final TimeLimit timeLimit;
    private final Clock clock;
    private final PromptLayout layout = new PromptLayout();
    private final TimedCalls calls = new TimedCalls();

    /** Of a worker without tools. */
    public LlmRunner(String name, LanguageModel model, Duration timeout, Clock clock) {
        this(
                name,
                model,
                timeout,
                clock,
                ToolBox.empty(),
                Trajectories.NOWHERE,
                new Images(Optional.empty()),
                Checkpoints.NOWHERE);
    }

    /**
     * @param tools that the model may call; closed with this
     * @param trajectories where it is told what became of each answer's calls
     * @param images that it is shown
     * @param checkpoints where it is kept how far it has come with its tools
     */
    public LlmRunner(
            String name,
            LanguageModel model,
            Duration timeout,
            Clock clock,
            ToolBox tools,
            Trajectories trajectories,
            Images images,
            Checkpoints checkpoints) {
        this.name = name;
        this.model = model;
        this.tools = tools;
        this.trajectories = trajectories;
        this.images = images;
        this.checkpoints = checkpoints;
        this.timeLimit = new TimeLimit(clock, timeout);
        this.clock = clock;
    }

    @Override
    public CompletionStage<Answer> run(Invocation invocation) {
        if (!tools.isEmpty() && invocation.view().has("quarantined")) {
            return CompletableFuture.completedFuture(Answer.failed(
                    Failure.Kind.REFUSED,
                    "Expected worker " + name
                            + " to be without tools, since its blueprint has it in quarantine, but the"
                            + " workers file gives it some. Take them out there, or have another worker use them."));
        }
        if (!tools.outward().isEmpty() && !invocation.invoked().egress()) {
            return CompletableFuture.completedFuture(
                    Answer.failed(Failure.Kind.REFUSED, ToolSet.tooFar(name, tools.outward())));
        }
        Duration limit = timeLimit.of(invocation);
        Duration forModel = limit.minus(MARGIN.compareTo(limit.dividedBy(10)) < 0 ? MARGIN : limit.dividedBy(10));
        Instant deadline = clock.instant().plus(forModel);
        return calls.start(
                invocation,
                Thread::startVirtualThread,
                limit,
                () -> ask(invocation, deadline),
                () -> Answer.failed(
                        Failure.Kind.TIMEOUT,
                        "Expected an answer from worker " + name + " within " + Durations.spoken(limit)
                                + ", but its model had none, or other invocations were before it."));
    }

    /** @throws CancellationException if the models were closed */
    private Answer ask(Invocation invocation, Instant deadline) {
        try {
            ChatPrompt prompt = layout.prompt(invocation, tools)
                    .withImages(images.of(invocation.view(), Duration.between(clock.instant(), deadline)));
            if (tools.isEmpty()) {
                return answer(prompt, () -> model.chat(prompt, deadline));
            }
            try (LongWork work = LongWork.begin(invocation, timeLimit, checkpoints, clock)) {
                Optional<Answer> obstacle = tools.hasEffects() ? obstacle(invocation, work) : Optional.empty();
                return obstacle.isPresent() ? obstacle.get() : withTools(invocation, prompt, work, deadline);
            }
        } catch (UnknownOutcomeException e) {
            throw new IllegalStateException("Without tools nothing is done.", e);
        } catch (InterruptedException e) {
            throw new CancellationException("The gateway is closing.");
        } catch (IOException e) {
            return Answer.failed(
                    Failure.Kind.OUTAGE,
                    "Expected the images that worker " + name + " is to see, but " + e.getMessage() + ".");
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error(
                    "Expected to ask a model on behalf of worker {} for invocation {} of board {}, but failed.",
                    name,
                    invocation.invocationId(),
                    invocation.boardId(),
                    e);
            return Answer.failed(
                    Failure.Kind.BUG,
                    "Expected an answer from worker " + name + ", but the gateway failed to ask its" + " model: "
                            + e.getClass().getSimpleName() + ".");
        }
    }

    /** A conversation, to its end. */
    private interface Chat {

        ChatReply reply() throws ChatException, UnknownOutcomeException, InterruptedException;
    }

    /** Says of what it used, if it used anything, which prompt it was. */
    private static Answer answer(ChatPrompt prompt, Chat chat) throws UnknownOutcomeException, InterruptedException {
        try {
            ChatReply reply = chat.reply();
            return told(read(reply), prompt, reply.spent());
        } catch (ChatException e) {
            return told(failed(e.failure(), e.spent()), prompt, e.spent());
        }
    }

    private static Answer told(Answer answer, ChatPrompt prompt, Spent spent) {
        return answer.usage()
                .map(usage -> answer.withUsage(usage.in(usage.circumstances()
                        .withPrefix(prompt.prefixHash(), spent.tokens().cachedInput()))))
                .orElse(answer);
    }

    /** What keeps tools from being called that do something which must not be done twice. */
    private Optional<Answer> obstacle(Invocation invocation, LongWork work) {
        if (invocation.invoked().trigger().actionId().isEmpty()) {
            return Optional.of(Answer.failed(
                    Failure.Kind.REFUSED,
                    "Expected the role of worker " + name + " to have an idempotencyKey in the blueprint, since it has"
                            + " tools with effects, but it has none."));
        }
        return work.obstacle()
                .map(why -> Answer.failed(
                        Failure.Kind.OUTAGE,
                        "Expected to find out what worker " + name + " did already, since it has tools with effects,"
                                + " but " + why + "."));
    }

    private Answer withTools(Invocation invocation, ChatPrompt prompt, LongWork work, Instant deadline)
            throws InterruptedException {
        Conversation conversation = Conversation.of(
                work.checkpoint(),
                prompt.prefixHash(),
                invocation.invoked().trigger().actionId().orElse(invocation.invocationId()));
        Optional<String> from = conversation.isResumed() ? work.givenHash() : Optional.empty();
        ToolLoop loop = new ToolLoop(model, tools, conversation, work, deadline, clock);
        Answer answer;
        Optional<Trajectory> taken;
        try {
            answer = answer(prompt, () -> loop.run(prompt));
        } catch (UnknownOutcomeException e) {
            Failure unknown = Failure.of(Failure.Kind.UNKNOWN, e.getMessage());
            answer = loop.spent()
                    .map(spent -> told(failed(unknown, spent), prompt, spent))
                    .orElse(Answer.failed(unknown));
        } finally {
            taken = Optional.of(
                            new Trajectory(invocation, prompt.prefixHash(), from, loop.calls(), tools.keepsContents()))
                    .filter(trajectory -> !trajectory.calls().isEmpty());
            taken.ifPresent(trajectories::add);
        }
        Usage usage = answer.usage().orElse(Usage.NONE);
        Usage all =
                taken.isEmpty() ? usage : usage.withTools(taken.get().calls().size(), taken.map(Trajectory::hash));
        return all.equals(usage) && from.isEmpty()
                ? answer
                : answer.withUsage(all.in(all.circumstances().wentOnFrom(from)));
    }

    private static Answer read(ChatReply reply) throws InterruptedException {
        if (reply.calls().isPresent()) {
            return invalid(
                    unusable(reply, "it called a tool once more, though it had called as many as it may"),
                    reply.spent());
        }
        if (reply.finish() == Finish.LENGTH) {
            return invalid(
                    unusable(reply, "it is cut off where the model's output tokens ended; raise maxOutputTokens"),
                    reply.spent());
        }
        try {
            ReadReply read = ReplyReader.read(reply.text());
            if (reply.quotesSecret() && read.patch().toString().contains(Secret.STARS)) {
                return invalid(Redaction.PATCH_QUOTES_SECRET, reply.spent());
            }
            return Answer.of(read.patch()).withUsage(usage(reply.spent(), read.repairs()));
        } catch (UnreadableReplyException e) {
            return invalid(unusable(reply, e.getMessage()), reply.spent());
        }
    }

    private static String unusable(ChatReply reply, String why) {
        return "Expected a JSON Patch from model " + reply.spent().model() + ", but " + why + ": "
                + Excerpt.of(reply.text());
    }

    private static Answer invalid(String message, Spent spent) {
        return failed(Failure.of(Failure.Kind.INVALID, message), spent);
    }

    private static Answer failed(Failure failure, Spent spent) {
        Answer failed = Answer.failed(failure);
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

    @Override
    public void close() {
        calls.close();
        tools.close();
    }
}
