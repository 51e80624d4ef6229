package io.patchboard.gateway.runner.llm;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.ChatReply;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.Spent;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.gateway.llm.protocol.ToolCall;
import io.patchboard.gateway.llm.protocol.ToolTurn;
import io.patchboard.gateway.llm.protocol.Toolkit;
import io.patchboard.gateway.runner.LongWork;
import io.patchboard.gateway.runner.Report;
import io.patchboard.gateway.runner.llm.tool.ToolBox;
import io.patchboard.gateway.runner.llm.tool.ToolOutcome;
import io.patchboard.gateway.runner.llm.tool.Trajectory;
import io.patchboard.gateway.runner.llm.tool.UnknownOutcomeException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One conversation: the model calls tools until it answers. Used by one thread.
 *
 * <p>It ends. Each turn makes a call at least, and when as many are made, or as many tokens spent, as the worker's
 * limits allow, the model is asked once more, without tools; whatever it says then is its answer.
 *
 * <p>After each turn it is written down how far it has come, and before each call of a tool with effects.
 */
final class ToolLoop {

    private static final Logger LOG = LoggerFactory.getLogger(ToolLoop.class);

    private final LanguageModel model;
    private final ToolBox box;
    private final Conversation conversation;
    private final LongWork work;
    private final Instant deadline;
    private final Deadline forCalls;
    private final List<Trajectory.Call> calls = new ArrayList<>();
    private Optional<Spent> spent = Optional.empty();
    private boolean toldOfLoss;

    /** @param conversation that it goes on with */
    ToolLoop(
            LanguageModel model, ToolBox box, Conversation conversation, LongWork work, Instant deadline, Clock clock) {
        this.model = model;
        this.box = box;
        this.conversation = conversation;
        this.work = work;
        this.deadline = deadline;
        this.forCalls = Deadline.at(deadline, clock);
    }

    /** The calls of tools so far; not those of earlier attempts. */
    List<Trajectory.Call> calls() {
        return calls;
    }

    /** What requests used so far; absent before the first. */
    Optional<Spent> spent() {
        return spent;
    }

    /**
     * The model's last word, which calls no tool unless it was told that there are none any more.
     *
     * @throws UnknownOutcomeException if nobody knows whether a tool did what it was called for
     */
    ChatReply run(ChatPrompt first) throws ChatException, UnknownOutcomeException, InterruptedException {
        if (conversation.begun().isPresent()) {
            finish(conversation.begun().get(), true);
        }
        Toolkit tools = first.tools();
        for (ToolTurn turn : conversation.turns()) {
            tools = tools.with(turn);
        }
        ChatPrompt prompt = first.withTools(areSpent() ? tools.close() : tools);
        while (true) {
            ChatReply reply = chat(prompt);
            if (reply.calls().isEmpty() || prompt.tools().closed()) {
                return reply;
            }
            tools = prompt.tools().with(finish(new ToolTurn(reply.calls().get(), List.of()), false));
            prompt = prompt.withTools(areSpent() || isSpent(reply.spent().tokens()) ? tools.close() : tools);
        }
    }

    private ChatReply chat(ChatPrompt prompt) throws ChatException, InterruptedException {
        try {
            ChatReply reply = model.chat(prompt, deadline);
            Spent all = spent.map(earlier -> earlier.plus(reply.spent())).orElse(reply.spent());
            spent = Optional.of(all);
            return reply.withSpent(all);
        } catch (ChatException e) {
            throw spent.map(e::after).orElse(e);
        }
    }

    private boolean areSpent() {
        return conversation.calls() >= box.limits().calls();
    }

    private boolean isSpent(TokenCount tokens) {
        return tokens.input() + tokens.output() >= box.limits().tokens();
    }

    /**
     * Makes the calls of a turn that have no results yet.
     *
     * @param resumed whether the first of them may have been made by an earlier attempt
     */
    private ToolTurn finish(ToolTurn begun, boolean resumed) throws UnknownOutcomeException, InterruptedException {
        List<ToolCall> wanted = begun.asked().calls();
        List<String> results = new ArrayList<>(begun.results());
        if (resumed) {
            results.add(onceMore(wanted.get(results.size()), begun));
        }
        while (results.size() < wanted.size()) {
            ToolCall call = wanted.get(results.size());
            results.add(areSpent() ? tooMany() : result(call, new ToolTurn(begun.asked(), results)));
        }
        ToolTurn turn = new ToolTurn(begun.asked(), results);
        conversation.add(turn);
        try {
            work.take(report());
        } catch (IllegalArgumentException | IllegalStateException e) {
            tellOfLoss(e);
        }
        return turn;
    }

    private String result(ToolCall call, ToolTurn begun) throws UnknownOutcomeException, InterruptedException {
        String key = conversation.nextKey(call.name());
        if (box.hasEffects(call.name())) {
            conversation.begin(begun);
            Optional<String> problem = problemOfWriting();
            if (problem.isPresent()) {
                return notWritten(call, problem.get());
            }
        }
        return noted(box.call(call, key, forCalls));
    }

    /** A call that may have been made is looked for, or a person has said so, and made where it was not. */
    private String onceMore(ToolCall call, ToolTurn begun) throws UnknownOutcomeException, InterruptedException {
        String key = conversation.latestKey(call.name());
        Optional<UnknownCall.Settled> settled = conversation.settled();
        Optional<ToolOutcome> found = settled.isPresent()
                ? settled.get().result().flatMap(result -> box.found(call, result))
                : box.find(call, key, forCalls);
        if (found.isPresent()) {
            return noted(found.get());
        }
        if (settled.isPresent()) {
            // From here on it may have been made again, and what the person said is said of the call before.
            conversation.begin(begun);
            Optional<String> problem = problemOfWriting();
            if (problem.isPresent()) {
                return notWritten(call, problem.get());
            }
        }
        return noted(box.call(call, key, forCalls));
    }

    private String noted(ToolOutcome outcome) {
        calls.add(outcome.call());
        return outcome.shown();
    }

    private Report report() {
        String calls = conversation.calls() == 1 ? "1 call of a tool" : conversation.calls() + " calls of tools";
        return new Report(Optional.of(calls), Optional.of(conversation.toJson()));
    }

    /** What keeps it from being kept, which is waited for. */
    private Optional<String> problemOfWriting() throws InterruptedException {
        try {
            work.take(report())
                    .toCompletableFuture()
                    .get(Math.max(0, forCalls.left().toMillis()), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (ExecutionException | TimeoutException | IllegalArgumentException | IllegalStateException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void tellOfLoss(RuntimeException e) {
        if (!toldOfLoss) {
            toldOfLoss = true;
            LOG.warn("What a model did with its tools is not kept for another attempt any more: {}", e.getMessage());
        }
    }

    private static String notWritten(ToolCall call, String problem) {
        return error("Expected it to be written down that " + call.name()
                + " is called, but it was not, so it was not called: " + problem);
    }

    private String tooMany() {
        return error("Expected at most " + box.limits().calls()
                + " calls of tools, and they are made. Answer with what you know.");
    }

    private static String error(String message) {
        return JsonObject.of("error", Json.of(message)).toString();
    }
}
