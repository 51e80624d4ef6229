package io.patchboard.trials.play;

import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.Template;
import io.patchboard.gateway.runner.llm.LlmRunner;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * The model workers of an episode, asked by the gateway's own runner, with its prompts and its reading of answers.
 */
public final class Team implements AutoCloseable {

    /** An answer that takes longer is none. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private static final Template WORDS = Template.load(Team.class, "words.txt");

    /** What each role's line looks like. */
    private static final Map<String, String> FORMS = Map.of(
            "planner",
            "object=..., treatment=clean, heat, cool, use or nothing, place=..., count=1 or 2, subgoal=find, treat or place,"
                    + " carrying=..., placed=... (a number)",
            "actor",
            "the command.",
            "verifier",
            "admitted, or inadmissible.",
            "repair",
            "the command that is to be given instead.",
            "supervisor",
            "the command that is to be given now.");

    private final Map<String, LlmRunner> runners = new HashMap<>();
    private final Ledger ledger;
    private final Clock clock;
    private final Instant end;

    /** @param end nobody is waited for after that */
    public Team(Ledger ledger, Clock clock, Instant end) {
        this.ledger = ledger;
        this.clock = clock;
        this.end = end;
    }

    /** @throws ModelGoneException if the model cannot be asked at all */
    public Answer ask(LogEntry invitation) {
        WorkerInvoked invoked = (WorkerInvoked) invitation.event();
        ledger.next(invoked.worker(), invoked.instruction());
        Answer answer = runners.computeIfAbsent(invoked.worker(), name -> new LlmRunner(name, ledger, LONGEST, clock))
                .run(new Invocation(new LogEntry(invitation.header(), timed(invoked))))
                .toCompletableFuture()
                .join();
        ledger.gone().ifPresent(why -> {
            throw new ModelGoneException(why);
        });
        return answer;
    }

    /**
     * Has a role say something in plain words.
     *
     * @return the first line that is not blank; empty if there is none
     */
    Optional<String> say(String worker, String instruction, JsonObject view) {
        ledger.next(worker, instruction);
        String system = WORDS.fill(Map.of("worker", worker, "instruction", instruction, "form", FORMS.get(worker)));
        Instant deadline = earlier(clock.instant().plus(LONGEST), end);
        try {
            return ledger.chat(ChatPrompt.of(system, view.toString()), deadline)
                    .text()
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst();
        } catch (ChatException e) {
            ledger.gone().ifPresent(why -> {
                throw new ModelGoneException(why);
            });
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("Interrupted.");
        }
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** Boards in memory have a time of their own. */
    private WorkerInvoked timed(WorkerInvoked invoked) {
        return new WorkerInvoked(
                invoked.invocationId(),
                invoked.worker(),
                invoked.queue(),
                invoked.attempt(),
                end,
                invoked.baseVersion(),
                invoked.trigger(),
                invoked.instruction(),
                invoked.view(),
                invoked.viewHash(),
                invoked.writes());
    }

    Instant end() {
        return end;
    }

    public boolean isOutOfTime() {
        return !clock.instant().isBefore(end);
    }

    @Override
    public void close() {
        runners.values().forEach(LlmRunner::close);
    }
}
