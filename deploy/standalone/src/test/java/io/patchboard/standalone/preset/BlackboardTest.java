package io.patchboard.standalone.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.preset.blackboard.Team;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a blackboard behaves, one test for each sentence that describes it. */
final class BlackboardTest {

    private static final String GO_ON = "{\"terminate\": false, \"next_agent\": \"%s\", \"instruction\": \"%s\"}";
    private static final String STOP = "{\"terminate\": true, \"next_agent\": null, \"instruction\": null}";

    private static Team coordinated(int rounds, String... agents) {
        return new Team(List.of(agents), Optional.of("boss"), Optional.empty(), rounds, true, Team.Limits.NONE);
    }

    private static Team lenient(int rounds, String... agents) {
        return new Team(List.of(agents), Optional.of("boss"), Optional.empty(), rounds, false, Team.Limits.NONE);
    }

    private static Team taking(int rounds, String... agents) {
        return new Team(List.of(agents), Optional.empty(), Optional.empty(), rounds, true, Team.Limits.NONE);
    }

    private static Team decided(int rounds, String... agents) {
        return new Team(List.of(agents), Optional.empty(), Optional.of("judge"), rounds, true, Team.Limits.NONE);
    }

    private static String next(String agent) {
        return GO_ON.formatted(agent, "do");
    }

    @Test
    void theProblem_isPosted() {
        Blackboard board = Blackboard.of(coordinated(3, "a"), "Why is the sky blue?");

        assertThat(board.entries()).containsExactly("problem user: Why is the sky blue?");
    }

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

    @Test
    void contribution_appendsAPublicEntryOfTimestampAuthorContentAndKind() {
        Blackboard board = Blackboard.of(taking(5, "a", "b"), "p");
        board.waits(Duration.ofSeconds(7)).contributes("a", "first").contributes("b", "second", "answer");

        assertThat(board.at("/public/1"))
                .contains(JsonObject.builder()
                        .put("timestamp", Blackboard.START.plusSeconds(7).toString())
                        .put("author", "a")
                        .put("content", "first")
                        .put("kind", "contribution")
                        .build());
        assertThat(board.entries()).containsExactly("problem user: p", "contribution a: first", "answer b: second");
    }

    @ParameterizedTest
    @CsvSource({
        "/public/-, '{\"timestamp\": \"2026-01-01T00:00:00Z\", \"author\": \"b\", \"content\": \"x\", \"kind\": \"answer\"}'",
        "/drafts/b, '{\"content\": \"in the name of b\"}'",
        "/answer, '\"mine\"'",
        "/round, 9",
        "/decision, '{\"terminate\": true}'",
        "/team/maxRounds, 99"
    })
    void agent_writesNothingButItsOwn(String path, String value) {
        Blackboard board = Blackboard.of(coordinated(5, "a", "b"), "p").decides("boss", next("a"));

        board.says("a", Answer.of(Blackboard.addition(path, io.patchboard.json.JsonReader.parse(value))));

        assertThat(board.rejections()).hasSize(1).allMatch(rejection -> rejection.startsWith("a AUTHORIZATION"));
    }

    @Test
    void privateEntries_areSeenByTheirAgentAlone() {
        Team team = new Team(List.of("a", "b"), Optional.of("boss"), Optional.of("judge"), 4, true, Team.Limits.NONE);
        Blackboard board = Blackboard.of(team, "p").decides("boss", next("a"));
        board.says("a", """
                [{"op": "add", "path": "/private/a/-", "value": {"content": "SECRET", "kind": "note"}},
                 {"op": "add", "path": "/drafts/a", "value": {"content": "said"}}]
                """);
        board.decides("boss", next("b")).contributes("b", "b says");
        board.decides("boss", next("a"));
        String ownView = board.turn().view().toString();
        board.contributes("a", "a says")
                .decides("boss", STOP)
                .says("judge", Answer.of(Blackboard.addition("/synthesis", Json.of("done"))));

        assertThat(board.result()).isEqualTo("done");
        assertThat(ownView).contains("SECRET");
        assertThat(board.log())
                .extracting(LogEntry::event)
                .filteredOn(WorkerInvoked.class::isInstance)
                .map(WorkerInvoked.class::cast)
                .filteredOn(invoked -> !invoked.worker().equals("a"))
                .hasSizeGreaterThan(8)
                .noneMatch(invoked -> invoked.view().toString().contains("SECRET"));
    }

    @Test
    void agent_readsOrTestsNoPrivateEntriesOfOthers() {
        Blackboard board = Blackboard.of(taking(9, "a", "b"), "p");
        board.says("a", """
                [{"op": "add", "path": "/private/a/-", "value": {"content": "SECRET"}},
                 {"op": "add", "path": "/drafts/a", "value": {"content": "said"}}]
                """);

        board.says("b", "[{\"op\": \"test\", \"path\": \"/private/a/0/content\", \"value\": \"SECRET\"}]");
        board.waits(Duration.ofSeconds(2));
        board.says("b", "[{\"op\": \"copy\", \"from\": \"/private/a/0\", \"path\": \"/drafts/b\"}]");

        assertThat(board.rejections()).hasSize(2).allMatch(rejection -> rejection.startsWith("b AUTHORIZATION"));
    }

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

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 201})
    void maxRounds_isAtLeastOne(int rounds) {
        assertThatThrownBy(() -> taking(rounds, "a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Expected at")
                .hasMessageContaining(rounds < 1 ? "least 1 round" : "most 200 rounds");
    }

    @Test
    void atLeastOneAgent() {
        assertThatThrownBy(() -> taking(1)).hasMessage("Expected at least one agent, but got none.");
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
    void strict_theProblemIsInEveryView_howeverLongTheBoard() {
        String line = "Why is \"the sky\" blue?\n";
        String problem = line.repeat(10_000 / line.length()) + "x".repeat(10_000 % line.length());
        Team team = new Team(List.of("a"), Optional.of("boss"), Optional.of("judge"), 5, true, Team.Limits.NONE);
        Blackboard board = Blackboard.of(team, problem);
        String instruction = "i".repeat(20_000);
        for (int round = 0; round < 4; round++) {
            board.decides("boss", GO_ON.formatted("a", instruction)).contributes("a", "y".repeat(20_000));
        }
        assertThat(board.turn().view().toString()).contains(Json.of(problem).toString());
        board.decides("boss", GO_ON.formatted("a", instruction));
        assertThat(board.turn().view().toString()).contains(Json.of(problem).toString(), instruction);
        board.contributes("a", "z".repeat(20_000));
        assertThat(board.waitsFor()).containsExactly("judge");
        assertThat(board.turn().view().toString()).contains(Json.of(problem).toString());
    }

    @Test
    void strict_capsProblemNotesInstructionAndSynthesis() {
        assertThatThrownBy(() -> Blackboard.of(taking(1, "a"), "x".repeat(10_001)))
                .hasMessageContaining("/problem")
                .hasMessageContaining("maxLength");
        Blackboard instructed =
                Blackboard.of(coordinated(3, "a"), "p").decides("boss", GO_ON.formatted("a", "x".repeat(20_001)));
        assertThat(instructed.rejections()).containsExactly("boss SCHEMA maxLength /decision/instruction");

        Blackboard noting = Blackboard.of(taking(3, "a"), "p");
        for (int notes : new int[] {100, 101}) {
            noting.says("a", Answer.of(JsonArray.copyOf(Collections.nCopies(notes, note()))));
        }
        assertThat(noting.rejections()).containsExactly("a SCHEMA maxItems /private/a");

        Blackboard deciding = Blackboard.of(decided(1, "a"), "p").contributes("a", "one");
        deciding.says("judge", Answer.of(Blackboard.addition("/synthesis", Json.of("x".repeat(20_001)))));
        assertThat(deciding.rejections()).containsExactly("judge SCHEMA maxLength /synthesis");
    }

    private static Json note() {
        return ((JsonArray) Blackboard.addition("/private/a/-", JsonObject.of("content", Json.of("n")))).get(0);
    }

    @Test
    void strict_capsEntries() {
        Blackboard board = Blackboard.of(taking(3, "a"), "p").contributes("a", "x".repeat(20_001));

        assertThat(board.rejections()).containsExactly("a SCHEMA maxLength /drafts/a/content");
        board.waits(Duration.ofSeconds(2)).contributes("a", "x".repeat(20_000));
        assertThat(board.outcomes()).containsExactly("contribution");
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

    @Test
    void nameInTwoRoles_isTwoWorkers() {
        Team team = new Team(List.of("a", "c"), Optional.of("c"), Optional.of("c"), 3, true, Team.Limits.NONE);
        Blackboard board = Blackboard.of(team, "p").decides("c-coordinator", next("c"));

        board.contributes("c", "mine").decides("c-coordinator", STOP);

        assertThat(board.waitsFor()).containsExactly("c-decider");
    }

    @Test
    void largestTeam_isValid() {
        String[] agents = new String[100];
        Arrays.setAll(agents, index -> "agent-" + index);

        assertThat(Blackboard.of(coordinated(200, agents), "p").waitsFor())
                .isEqualTo(Collections.singletonList("boss"));
    }
}
