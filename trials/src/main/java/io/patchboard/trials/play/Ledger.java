package io.patchboard.trials.play;

import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.ChatReply;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.Spent;
import io.patchboard.trials.model.TokenCounts;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The model of an episode, with a note of what each component used. What every prompt of a role says beside its task
 * (how to answer, the schema, the contract, how to read a view) is no role's, but the frame's.
 */
public final class Ledger implements LanguageModel {

    static final String FRAME = "frame";

    /** Writes a blueprint before there is a board; all of its prompts are its own. */
    static final String ARCHITECT = "architect";

    private final LanguageModel model;
    private final TokenCounts counts;
    private final SortedMap<String, Tokens> used = new TreeMap<>();
    private String role = "";
    private String task = "";
    private String said = "";
    private int calls;
    private Optional<String> gone = Optional.empty();

    public Ledger(LanguageModel model, TokenCounts counts) {
        this.model = model;
        this.counts = counts;
    }

    /** Says who asks next. */
    synchronized void next(String who, String instruction) {
        role = who;
        task = instruction;
        said = "";
    }

    @Override
    public ChatReply chat(ChatPrompt prompt, Instant deadline) throws ChatException, InterruptedException {
        try {
            ChatReply reply = model.chat(prompt, deadline);
            write(prompt, reply.spent(), reply.text());
            return reply;
        } catch (ChatException e) {
            write(prompt, e.spent(), "");
            if (e.failure().kind().passes()) {
                gone(e.getMessage());
            }
            throw e;
        }
    }

    private synchronized void gone(String why) {
        gone = Optional.of(why);
    }

    private synchronized void write(ChatPrompt prompt, Spent spent, String text) {
        long frame = role.equals(ARCHITECT)
                ? 0
                : Math.min(spent.tokens().input(), counts.ofFixed(prompt.system()) - counts.ofFixed(task));
        if (frame > 0) {
            used.merge(FRAME, new Tokens(frame, 0), Tokens::plus);
        }
        used.merge(
                role, new Tokens(spent.tokens().input() - frame, spent.tokens().output()), Tokens::plus);
        calls++;
        said = text;
    }

    /** The latest answer, word for word; empty if there was none. */
    public synchronized String said() {
        return said;
    }

    public synchronized int calls() {
        return calls;
    }

    public synchronized SortedMap<String, Tokens> used() {
        return new TreeMap<>(used);
    }

    /** Why the model cannot be asked; nothing that a system could help. */
    synchronized Optional<String> gone() {
        return gone;
    }
}
