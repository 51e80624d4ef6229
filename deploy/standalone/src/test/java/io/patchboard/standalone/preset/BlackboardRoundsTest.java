package io.patchboard.standalone.preset;

import static io.patchboard.standalone.preset.Teams.GO_ON;
import static io.patchboard.standalone.preset.Teams.STOP;
import static io.patchboard.standalone.preset.Teams.coordinated;
import static io.patchboard.standalone.preset.Teams.lenient;
import static io.patchboard.standalone.preset.Teams.next;
import static io.patchboard.standalone.preset.Teams.taking;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.preset.blackboard.Team;
import io.patchboard.json.Json;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose turn it is: rounds, their budget, and the coordinator, one test for each sentence that describes them. */
final class BlackboardRoundsTest {

    @Test
    void eachRound_beginsWithABudgetGate() {
        Team team = new Team(
                List.of("a", "b"),
                Optional.empty(),
                Optional.empty(),
                9,
                true,
                new Team.Limits(OptionalLong.of(100), Optional.empty(), Optional.empty()));

        Blackboard board =
                Blackboard.of(team, "p").contributesFor("a", "one", 60).contributesFor("b", "two", 60);

        assertThat(board.open()).isEmpty();
        assertThat(board.last().event()).isInstanceOfSatisfying(BoardHalted.class, halted -> {
            assertThat(halted.reason()).isEqualTo(BoardHalted.Reason.BUDGET_EXHAUSTED);
            assertThat(halted.detail()).isEqualTo("tokens");
        });
        assertThat(board.outcomes()).containsExactly("contribution");
    }

    @Test
    void exhaustedBudget_haltsBeforeTheCoordinatorIsInvitedAgain() {
        Team team = new Team(
                List.of("a"),
                Optional.of("boss"),
                Optional.empty(),
                9,
                true,
                new Team.Limits(OptionalLong.of(100), Optional.empty(), Optional.empty()));

        Blackboard board = Blackboard.of(team, "p").decides("boss", next("a")).contributesFor("a", "one", 120);

        assertThat(board.open()).isEmpty();
        assertThat(board.last().event())
                .isInstanceOfSatisfying(
                        BoardHalted.class,
                        halted -> assertThat(halted.reason()).isEqualTo(BoardHalted.Reason.BUDGET_EXHAUSTED));
        assertThat(board.log())
                .extracting(LogEntry::event)
                .filteredOn(WorkerInvoked.class::isInstance)
                .map(entry -> ((WorkerInvoked) entry).worker())
                .filteredOn("boss"::equals)
                .hasSize(1);
    }

    @Test
    void eachRound_theCoordinatorDecides() {
        Blackboard board = Blackboard.of(coordinated(5, "a", "b"), "p");

        assertThat(board.waitsFor()).containsExactly("boss");
        board.decides("boss", GO_ON.formatted("b", "look it up"));
        assertThat(board.waitsFor()).containsExactly("b");
        assertThat(board.at("/turn/instruction")).contains(Json.of("look it up"));
        board.contributes("b", "found");
        assertThat(board.waitsFor()).containsExactly("boss");
        board.decides("boss", STOP);
        assertThat(board.result()).isEqualTo("found");
        assertThat(board.outcomes()).containsExactly("contribution", "terminated");
    }

    @Test
    void whyItWasWhoseTurn_staysOnTheBoard() {
        String because = ", \"reason\": \"%s\"}";
        Blackboard board = Blackboard.of(coordinated(5, "a"), "p")
                .decides("boss", next("a").replace("}", because.formatted("it knows")));
        assertThat(board.at("/turn/reason")).contains(Json.of("it knows"));
        board.contributes("a", "found").decides("boss", next("a")).contributes("a", "more");
        board.decides("boss", STOP.replace("}", because.formatted("it is answered")));

        assertThat(board.at("/rounds").orElseThrow().toString())
                .isEqualTo("[{\"round\":1,\"outcome\":\"contribution\",\"agent\":\"a\",\"reason\":\"it knows\"},"
                        + "{\"round\":2,\"outcome\":\"contribution\",\"agent\":\"a\"},"
                        + "{\"round\":3,\"outcome\":\"terminated\",\"reason\":\"it is answered\"}]");
    }

    @Test
    void withoutInstruction_theAgentIsAskedToContribute() {
        Blackboard board = Blackboard.of(coordinated(5, "a"), "p")
                .decides("boss", "{\"terminate\": false, \"next_agent\": \"a\", \"instruction\": null}");

        assertThat(board.at("/turn/instruction")).contains(Json.of("Contribute to the blackboard as a."));
    }

    @Test
    void withoutCoordinator_agentsTakeTurnsInTheOrderOfDeclaration() {
        Blackboard board = Blackboard.of(taking(5, "c", "a", "b"), "p");

        for (String agent : List.of("c", "a", "b", "c", "a")) {
            board.contributes(agent, agent + " says");
        }

        assertThat(board.result()).isEqualTo("a says");
        assertThat(board.outcomes()).hasSize(5).containsOnly("contribution");
    }

    @Test
    void withoutCoordinator_nobodyTerminates() {
        Blackboard board = Blackboard.of(taking(3, "a"), "p")
                .contributes("a", "terminate", "answer")
                .contributes("a", "{\"terminate\": true}", "answer");

        assertThat(board.waitsFor()).containsExactly("a");
        board.contributes("a", "last");
        assertThat(board.result()).isEqualTo("{\"terminate\": true}");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void unknownAgent_leavesAnErrorEntryAndUsesTheRoundUp(boolean strict) {
        Blackboard board = Blackboard.of(strict ? coordinated(2, "a") : lenient(2, "a"), "p")
                .decides("boss", next("ghost"));

        assertThat(board.entries())
                .containsExactly(
                        "problem user: p", "error system: Coordinator picked unknown agent 'ghost'; skipping.");
        assertThat(board.outcomes()).containsExactly("unknown-agent");
        assertThat(board.waitsFor()).containsExactly("boss");
        board.decides("boss", next("boss"));
        assertThat(board.result()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"no JSON at all\"",
                "\"{terminate: true}\"",
                "\"\"",
                "\"[1, 2]\"",
                "[true]",
                "7",
                "null",
                "{}",
                "{\"terminate\": false}",
                "{\"next_agent\": null}"
            })
    void malformedJson_noContributorAndTheRoundIsUsedUp(String decision) {
        for (Team team : List.of(coordinated(2, "a"), lenient(2, "a"))) {
            Blackboard board = Blackboard.of(team, "p").decides("boss", decision);

            assertThat(board.outcomes()).containsExactly("no-contributor");
            assertThat(board.entries()).containsExactly("problem user: p");
            assertThat(board.waitsFor()).containsExactly("boss");
            assertThat(board.decides("boss", decision).result()).isEmpty();
        }
    }

    @Test
    void answerThatIsNoPatch_noContributorAndTheRoundIsUsedUp() {
        Blackboard board = Blackboard.of(coordinated(5, "a"), "p")
                .says("boss", "\"I think a should go next\"")
                .says("boss", "[]")
                .says("boss", "[{\"op\": \"add\", \"path\": \"/public/-\", \"value\": \"mine\"}]")
                .fails("boss", "no model");

        assertThat(board.outcomes()).hasSize(4).containsOnly("no-contributor");
        assertThat(board.entries()).containsExactly("problem user: p");
        assertThat(board.waitsFor()).containsExactly("boss");
    }

    @Test
    void lenient_textWithFences_isRead() {
        Blackboard board =
                Blackboard.of(lenient(2, "a"), "p").decides("boss", Json.of("```json\n" + next("a") + "\n```\n"));

        assertThat(board.waitsFor()).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void terminate_winsOverNextAgent(boolean strict) {
        Blackboard board = Blackboard.of(strict ? coordinated(5, "a") : lenient(5, "a"), "p")
                .decides("boss", "{\"terminate\": true, \"next_agent\": \"a\", \"instruction\": \"go\"}");

        assertThat(board.result()).isEmpty();
        assertThat(board.outcomes()).containsExactly("terminated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"true\"", "\"false\"", "1", "0", "null", "[]", "{}"})
    void strict_refusesATerminateThatIsNoBoolean(String terminate) {
        Blackboard board = Blackboard.of(coordinated(3, "a"), "p")
                .decides("boss", "{\"terminate\": " + terminate + ", \"next_agent\": \"a\"}");

        assertThat(board.rejections()).containsExactly("boss SCHEMA type /decision/terminate");
        assertThat(board.outcomes()).containsExactly("no-contributor");
        assertThat(board.waitsFor()).containsExactly("boss");
        assertThat(board.turn().view().toString()).contains("rejections", "/decision/terminate");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"true\"', true",
        "'\"false\"', true",
        "1, true",
        "[1], true",
        "0, false",
        "'\"\"', false",
        "null, false",
        "[], false",
        "{}, false"
    })
    void lenient_readsTerminateAsPythonDoes(String terminate, boolean terminates) {
        Blackboard board = Blackboard.of(lenient(3, "a"), "p")
                .decides("boss", "{\"terminate\": " + terminate + ", \"next_agent\": \"a\"}");

        assertThat(board.waitsFor()).isEqualTo(terminates ? List.of() : List.of("a"));
        assertThat(board.last().event() instanceof BoardCompleted).isEqualTo(terminates);
    }

    @Test
    void nextAgentOfNoName_isUnknown_notNobody() {
        for (Team team : List.of(coordinated(2, "a"), lenient(2, "a"))) {
            Blackboard board = Blackboard.of(team, "p").decides("boss", "{\"terminate\": false, \"next_agent\": \"\"}");

            assertThat(board.outcomes()).containsExactly("unknown-agent");
            assertThat(board.entries()).hasSize(2).last().asString().startsWith("error system: ");
        }
    }

    @Test
    void strict_whoDoesNotAnswerInTime_usesTheRoundUp() {
        Blackboard board = Blackboard.of(coordinated(3, "a"), "p").waits(Duration.ofMinutes(6));

        assertThat(board.outcomes()).containsExactly("no-contributor");
        board.decides("boss", next("a"));
        for (int i = 0; i < 4 && board.waitsFor().equals(List.of("a")); i++) {
            board.waits(Duration.ofMinutes(6)).waits(Duration.ofSeconds(2));
        }
        assertThat(board.outcomes()).containsExactly("no-contributor", "no-contribution");
        assertThat(board.entries()).endsWith("error system: a gave no contribution; skipping.");
        assertThat(board.waitsFor()).containsExactly("boss");
    }

    @Test
    void agentThatWritesNothing_usesTheRoundUp() {
        Blackboard board = Blackboard.of(taking(2, "a", "b"), "p").says("a", "[]");

        assertThat(board.entries()).endsWith("error system: a gave no contribution; skipping.");
        assertThat(board.contributes("b", "here").result()).isEqualTo("here");
    }

    @Test
    void notesAlone_areNoContribution() {
        Blackboard board = Blackboard.of(taking(2, "a", "b"), "p")
                .says("a", "[{\"op\": \"add\", \"path\": \"/private/a/-\", \"value\": {\"content\": \"hm\"}}]");

        assertThat(board.outcomes()).containsExactly("no-contribution");
        assertThat(board.waitsFor()).containsExactly("b");
    }
}
