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
import io.patchboard.gateway.runner.llm.tool.ToolBox;
import io.patchboard.gateway.runner.llm.tool.ToolOutcome;
import io.patchboard.gateway.runner.llm.tool.Trajectory;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One conversation: the model calls tools until it answers. Used by one thread.
 *
 * <p>It ends. Each turn makes a call at least, and when as many are made, or as many tokens spent, as the worker's
 * limits allow, the model is asked once more, without tools; whatever it says then is its answer.
 */
final class ToolLoop {

    private final LanguageModel model;
    private final ToolBox box;
    private final Invocation invocation;
    private final Instant deadline;
    private final Deadline forCalls;
    private final List<Trajectory.Call> calls = new ArrayList<>();
    private final Map<String, Integer> callsOf = new HashMap<>();
    private Optional<Spent> spent = Optional.empty();

    ToolLoop(LanguageModel model, ToolBox box, Invocation invocation, Instant deadline, Clock clock) {
        this.model = model;
        this.box = box;
        this.invocation = invocation;
        this.deadline = deadline;
        this.forCalls = Deadline.at(deadline, clock);
    }

    /** The calls of tools so far. */
    List<Trajectory.Call> calls() {
        return calls;
    }

    /** The model's last word, which calls no tool unless it was told that there are none any more. */
    ChatReply run(ChatPrompt first) throws ChatException, InterruptedException {
        ChatPrompt prompt = first;
        while (true) {
            ChatReply reply = chat(prompt);
            if (reply.calls().isEmpty() || prompt.tools().closed()) {
                return reply;
            }
            Toolkit tools = prompt.tools().with(turn(reply.calls().get()));
            prompt = prompt.withTools(isSpent(reply.spent().tokens()) ? tools.close() : tools);
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

    private boolean isSpent(TokenCount tokens) {
        return calls.size() >= box.limits().calls()
                || tokens.input() + tokens.output() >= box.limits().tokens();
    }

    private ToolTurn turn(ToolTurn.Asked asked) throws InterruptedException {
        List<String> results = new ArrayList<>();
        for (ToolCall call : asked.calls()) {
            results.add(calls.size() < box.limits().calls() ? result(call) : tooMany());
        }
        return new ToolTurn(asked, results);
    }

    private String result(ToolCall call) throws InterruptedException {
        ToolOutcome outcome = box.call(call, key(call.name()), forCalls);
        calls.add(outcome.call());
        return outcome.shown();
    }

    private String tooMany() {
        return JsonObject.of(
                        "error",
                        Json.of("Expected at most " + box.limits().calls()
                                + " calls of tools, and they are made. Answer with what you know."))
                .toString();
    }

    /**
     * The key of the logical action, for the first call of a tool; with a number, for the next ones. A later attempt at
     * the same action that calls the tool again, in whatever words, has the same keys.
     */
    private String key(String tool) {
        int number = callsOf.merge(tool, 1, Integer::sum);
        String action = invocation.invoked().trigger().actionId().orElse(invocation.invocationId());
        return number == 1 ? action : action + "-" + number;
    }
}
