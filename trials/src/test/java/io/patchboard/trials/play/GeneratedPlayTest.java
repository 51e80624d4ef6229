package io.patchboard.trials.play;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.ChatReply;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.protocol.Finish;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.model.SimulatedModel;
import io.patchboard.trials.model.TokenCounts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class GeneratedPlayTest {

    private static final TokenCounts COUNTS = new TokenCounts();
    private static final Games GAMES = Games.samples();
    private static final Arm<Table> GENERATED = Arms.named("generated").orElseThrow();
    private static final Arm<Table> FIXED = Arms.named("patchboard").orElseThrow();

    private final List<String> asked = new ArrayList<>();

    /** A game of a thing that is to be cleaned. */
    private static Games.Listed game() {
        return GAMES.all().stream()
                .filter(each -> each.type().contains("clean"))
                .findFirst()
                .orElseThrow();
    }

    private static Played play(Arm<Table> arm, LanguageModel model) {
        return arm.mechanism().play(new Table(GAMES, game(), model, COUNTS, 20, Clock.systemUTC(), Duration.ofDays(1)));
    }

    private static LanguageModel simulated(Rates rates) {
        return new SimulatedModel(rates, 1, game().id(), COUNTS);
    }

    private static Rates always(String mistake) {
        return Rates.named(mistake, 1).orElseThrow();
    }

    /** A team without mistakes, whose blueprints are written by somebody else. */
    private LanguageModel with(LanguageModel architect) {
        LanguageModel team = simulated(Rates.all(0));
        return (prompt, deadline) -> {
            if (!prompt.system().startsWith("You are an architect")) {
                return team.chat(prompt, deadline);
            }
            asked.add(prompt.user());
            return architect.chat(prompt, deadline);
        };
    }

    /** What the simulated architect writes, changed by somebody. */
    private static LanguageModel changed(UnaryOperator<String> change) {
        LanguageModel architect = simulated(Rates.all(0));
        return (prompt, deadline) -> said(architect, prompt, deadline, change);
    }

    private static ChatReply said(
            LanguageModel model, ChatPrompt prompt, Instant deadline, UnaryOperator<String> change)
            throws ChatException, InterruptedException {
        ChatReply reply = model.chat(prompt, deadline);
        return new ChatReply(change.apply(reply.text()), false, Finish.STOP, reply.spent(), false);
    }

    /** Who has the schema made for the task pays the architect's prompt; without mistakes that is all. */
    @Test
    void withoutMistakes_theGameIsThatOfTheFixedSchema_andTheArchitectIsPaid() {
        Played generated = play(GENERATED, with(simulated(Rates.all(0))));
        Played fixed = play(FIXED, simulated(Rates.all(0)));

        assertThat(generated.reached()).isTrue();
        assertThat(List.of(generated.steps(), generated.refused(), generated.calls()))
                .isEqualTo(List.of(fixed.steps(), fixed.refused(), fixed.calls() + 1));
        assertThat(generated.tokens()).containsKeys("architect", "frame", "planner");
        assertThat(fixed.tokens()).doesNotContainKey("architect");
        assertThat(asked).singleElement().asString().contains(game().task(), "\"steps\": 20");
    }

    /** A schema for something else than the task keeps every right plan out. */
    @Test
    void wrongSchema_costsTheGame() {
        for (String mistake : List.of("hallucinate", "forget")) {
            Played played = play(GENERATED, with(simulated(always(mistake))));

            assertThat(played.reached()).as(mistake).isFalse();
            assertThat(played.refused()).as(mistake).isPositive();
        }
        assertThat(play(FIXED, with(simulated(always("forget")))).reached()).isTrue();
    }

    @Test
    void blueprintThatBreaksOff_isMended() {
        Played played = play(GENERATED, with(simulated(always("malformed"))));

        assertThat(played.reached()).isTrue();
        assertThat(asked).hasSize(2).last().asString().contains("<written>");
    }

    /** The architect is told what keeps the game from being played. */
    @Test
    void blueprintThatTheGameCannotBePlayedOn_isSentBack_andAfterThreeTimesLost() {
        Played played = play(
                GENERATED,
                with(changed(text -> text.replace(
                        "{\"op\":[\"replace\"],\"path\":\"/outcome\"}", "{\"op\":[\"add\"],\"path\":\"/hints/-\"}"))));

        assertThat(asked).hasSize(4);
        assertThat(asked.getFirst()).doesNotContain("<written>");
        assertThat(asked.subList(1, 4))
                .allSatisfy(
                        question -> assertThat(question).contains("Expected to take the environment's first answer"));
        assertThat(played.ended()).isEqualTo(Ended.STOPPED);
        assertThat(played.tokens()).containsOnlyKeys("architect");
    }

    @Test
    void whatIsNoBlueprint_orHasOtherWorkers_isSentBack() {
        play(GENERATED, with(changed(text -> "I would rather not.")));
        assertThat(asked).hasSize(4).last().asString().contains("one blueprint in a code block");
        asked.clear();

        play(GENERATED, with(changed(text -> text.replace("\"repair\"", "\"mender\""))));
        assertThat(asked).hasSize(4).last().asString().contains("/workers/mender");
        asked.clear();

        play(GENERATED, with(changed(text -> "```yaml\napiVersion: [\n```")));
        assertThat(asked).hasSize(4).last().asString().contains("Expected YAML");
    }
}
