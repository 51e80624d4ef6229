package io.patchboard.gateway.architect;

import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.ChatReply;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.Spent;
import io.patchboard.gateway.llm.protocol.Finish;
import io.patchboard.record.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A model that writes blueprints, and is told what is wrong with them. */
public final class Architect {

    private final LanguageModel model;
    private final BlueprintCheck check;
    private final int maxRepairs;
    private final Prompts prompts = Prompts.load();

    /** @param maxRepairs how often the model may mend what it wrote; 0 for never */
    public Architect(LanguageModel model, BlueprintCheck check, int maxRepairs) {
        this.model = model;
        this.check = check;
        this.maxRepairs = maxRepairs;
    }

    /**
     * Asks until a blueprint is good, the repairs are spent, or the model does not answer.
     *
     * @param deadline for everything together
     * @param progress gets a sentence after each reply that was no good
     * @return what it wrote last, also if it then stopped answering: that was paid for
     * @throws ChatException if the model did not answer at all; the message shows no key
     */
    public Draft draft(Commission commission, Instant deadline, Consumer<String> progress)
            throws ChatException, InterruptedException {
        String question = prompts.request(commission);
        Optional<Spent> spent = Optional.empty();
        Optional<Draft> latest = Optional.empty();
        for (int repairs = 0; ; repairs++) {
            ChatReply reply;
            try {
                reply = model.chat(ChatPrompt.of(prompts.system(), question), deadline);
            } catch (ChatException e) {
                return latest.orElseThrow(() -> e).abandoned(e);
            }
            Spent sum = spent.map(before -> before.plus(reply.spent())).orElse(reply.spent());
            spent = Optional.of(sum);
            Optional<String> text = BlueprintText.in(reply.text());
            List<Problem> problems = problems(text, reply);
            Draft draft = new Draft(text, problems, repairs, sum, Optional.empty());
            if (draft.good() || repairs == maxRepairs) {
                return draft;
            }
            progress.accept("Attempt " + (repairs + 1) + " has " + problems.size()
                    + (problems.size() == 1 ? " error" : " errors") + "; the model is asked to mend it.");
            question = prompts.repair(commission, text.orElse(reply.text()), problems);
            latest = Optional.of(draft);
        }
    }

    private List<Problem> problems(Optional<String> text, ChatReply reply) {
        List<Problem> problems = new ArrayList<>();
        if (reply.finish() == Finish.LENGTH) {
            problems.add(
                    new Problem("", "Expected a whole blueprint, but the reply was cut off. Write a shorter one."));
        }
        text.ifPresentOrElse(
                blueprint -> problems.addAll(check.problems(blueprint)),
                () -> problems.add(new Problem(
                        "",
                        "Expected one blueprint in a code block, beginning with apiVersion: patchboard/v1, but the"
                                + " reply has none.")));
        return problems;
    }
}
