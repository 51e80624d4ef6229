package io.patchboard.standalone.preset;

import static io.patchboard.standalone.preset.Teams.STOP;
import static io.patchboard.standalone.preset.Teams.coordinated;
import static io.patchboard.standalone.preset.Teams.decided;
import static io.patchboard.standalone.preset.Teams.lenient;
import static io.patchboard.standalone.preset.Teams.next;
import static io.patchboard.standalone.preset.Teams.taking;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.preset.blackboard.Team;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a blackboard ends, and what its result is then. */
final class BlackboardResultTest {

    @Test
    void atTheEnd_theDeciderWritesTheAnswer() {
        Blackboard board = Blackboard.of(decided(2, "a"), "p")
                .contributes("a", "one", "answer")
                .contributes("a", "two");

        assertThat(board.waitsFor()).containsExactly("judge");
        assertThat(board.turn().view().toString()).contains("one", "two");
        board.says("judge", Answer.of(Blackboard.addition("/synthesis", Json.of("both"))));
        assertThat(board.result()).isEqualTo("both");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"prose\"", "[{\"op\": \"add\", \"path\": \"/answer\", \"value\": \"mine\"}]"})
    void deciderWithoutUsableAnswer_leavesWhatTheBoardHas(String answer) {
        Blackboard board = Blackboard.of(decided(1, "a"), "p").contributes("a", "one");

        while (!board.open().isEmpty()) {
            board.says("judge", answer).waits(Duration.ofSeconds(2));
        }

        assertThat(board.result()).isEqualTo("one");
    }

    @Test
    void withoutDecider_theLastAnswerEntryIsTheResult() {
        Blackboard board = Blackboard.of(taking(4, "a"), "p")
                .contributes("a", "guess", "answer")
                .contributes("a", "better", "answer")
                .contributes("a", "remark")
                .contributes("a", "another");

        assertThat(board.result()).isEqualTo("better");
    }

    @Test
    void withoutAnswerEntry_theLastContributionIsTheResult() {
        Blackboard board = Blackboard.of(coordinated(3, "a"), "p")
                .decides("boss", next("a"))
                .contributes("a", "one")
                .decides("boss", next("a"))
                .contributes("a", "two")
                .decides("boss", next("ghost"));

        assertThat(board.result()).isEqualTo("two");
    }

    @Test
    void withoutAnyContribution_theEmptyStringIsTheResult() {
        assertThat(Blackboard.of(coordinated(3, "a"), "p").decides("boss", STOP).result())
                .isEmpty();
    }

    @Test
    void lenient_entryOfAnotherKind_isNeitherAnswerNorContribution() {
        Blackboard board = Blackboard.of(
                        new Team(List.of("a"), Optional.empty(), Optional.empty(), 3, false, Team.Limits.NONE), "p")
                .contributes("a", "a guess")
                .contributes("a", "is it?", "question")
                .says("a", Answer.of(Blackboard.addition("/drafts/a", Json.of(""))));

        assertThat(board.entries())
                .containsExactly(
                        "problem user: p", "contribution a: a guess", "question a: is it?", "contribution a: ");
        assertThat(board.result()).isEmpty();
    }

    @Test
    void theLastRound_endsTheBoard_whateverTheCoordinatorWants() {
        Blackboard board = Blackboard.of(coordinated(1, "a"), "p")
                .decides("boss", next("a"))
                .contributes("a", "only this");

        assertThat(board.result()).isEqualTo("only this");
        assertThat(board.at("/round")).contains(Json.of(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void twoHundredRoundsOfNonsense_tripNothingThatEndsTheBoard(boolean strict) {
        Team team = strict ? coordinated(200, "a") : lenient(200, "a");
        for (String nonsense : List.of(
                "\"no patch\"", "[]", "[{\"op\": \"add\", \"path\": \"/decision\", \"value\": \"no decision\"}]")) {
            Blackboard board = Blackboard.of(team, "p");
            for (int round = 0; round < 200; round++) {
                board.says("boss", nonsense);
            }
            assertThat(board.result()).isEmpty();
            assertThat(board.outcomes()).hasSize(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"no patch\"", "[{\"op\": \"add\", \"path\": \"/answer\", \"value\": \"mine\"}]"})
    void twoHundredRoundsWithoutContribution_endTheBoardByItsRounds(String nonsense) {
        Blackboard board = Blackboard.of(taking(200, "a"), "p");
        while (!board.open().isEmpty()) {
            board.says("a", nonsense).waits(Duration.ofSeconds(2));
        }
        assertThat(board.result()).isEmpty();
        assertThat(board.outcomes()).hasSize(200).containsOnly("no-contribution");
    }

    @Test
    void oneAgentThatSaysTheSameForTenRounds_isNoLoop() {
        Blackboard board = Blackboard.of(coordinated(10, "a"), "p");
        for (int round = 0; round < 10; round++) {
            board.decides("boss", next("a")).contributes("a", "same");
        }
        assertThat(board.result()).isEqualTo("same");
        assertThat(board.log()).extracting(LogEntry::event).noneMatch(CircuitTripped.class::isInstance);
    }
}
