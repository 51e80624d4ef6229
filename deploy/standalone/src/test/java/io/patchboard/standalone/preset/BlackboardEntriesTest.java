package io.patchboard.standalone.preset;

import static io.patchboard.standalone.preset.Teams.GO_ON;
import static io.patchboard.standalone.preset.Teams.STOP;
import static io.patchboard.standalone.preset.Teams.coordinated;
import static io.patchboard.standalone.preset.Teams.decided;
import static io.patchboard.standalone.preset.Teams.next;
import static io.patchboard.standalone.preset.Teams.taking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.preset.blackboard.Team;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is on the blackboard, who may write it, who sees it, and how large teams and texts may be. */
final class BlackboardEntriesTest {

    @Test
    void theProblem_isPosted() {
        Blackboard board = Blackboard.of(coordinated(3, "a"), "Why is the sky blue?");

        assertThat(board.entries()).containsExactly("problem user: Why is the sky blue?");
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
    void privateEntriesOfCoordinatorAndDecider_areSeenByThemAlone() {
        Team team = new Team(List.of("a"), Optional.of("boss"), Optional.of("judge"), 4, true, Team.Limits.NONE);
        Blackboard board = Blackboard.of(team, "p");
        board.says("boss", """
                [{"op": "add", "path": "/private/boss/-", "value": {"content": "SECRET"}},
                 {"op": "add", "path": "/decision", "value": %s}]
                """.formatted(next("a")));
        board.contributes("a", "said");
        assertThat(board.turn().view().toString()).contains("SECRET");
        board.decides("boss", STOP).says("judge", """
                [{"op": "add", "path": "/private/judge/-", "value": {"content": "SECRET TOO"}},
                 {"op": "add", "path": "/private/boss/-", "value": {"content": "MINE"}}]
                """);

        assertThat(board.rejections()).containsExactly("judge AUTHORIZATION write-contract /patch/1/path");
        assertThat(board.log())
                .extracting(LogEntry::event)
                .filteredOn(WorkerInvoked.class::isInstance)
                .map(WorkerInvoked.class::cast)
                .filteredOn(invoked -> !invoked.worker().equals("boss"))
                .hasSizeGreaterThan(3)
                .noneMatch(invoked -> invoked.view().toString().contains("SECRET"));
    }

    @Test
    void whatAnAgentIsToldOfItself_isReadByTheCoordinator_upTo120Characters() {
        String about = "Finds numbers: and checks them. " + "x".repeat(200);
        Team team = new Team(
                List.of("a", "b"),
                Optional.of("boss"),
                Optional.empty(),
                4,
                true,
                Team.Limits.NONE,
                Map.of("a", about));
        Blackboard board = Blackboard.of(team, "p");

        assertThat(board.turn().view().toString())
                .contains("\"about\":\"" + about.substring(0, 120) + "\"")
                .contains("\"about\":\"(no description)\"");
        board.decides("boss", next("a"));
        assertThat(board.turn().view().toString()).contains("You are a. " + about + " It is your turn");
    }

    /** A team of the agent a. */
    private static Team alone(Map<String, String> about) {
        return new Team(List.of("a"), Optional.empty(), Optional.empty(), 4, true, Team.Limits.NONE, about);
    }

    @Test
    void ofStrangers_nothingIsSaid() {
        assertThatThrownBy(() -> alone(Map.of("ghost", "boo")))
                .hasMessage("Expected about of one of the agents [a], but got \"ghost\".");
    }

    @Test
    void whatIsSaidOfAnAgent_mayHaveTabs() {
        Map<String, String> about = Map.of("a", "\tx:\ty");
        assertThat(Blackboard.of(alone(about), "p").turn().view().toString()).contains("x:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x\ny: 1", "x\ry: 1", "x\u0085y: 1", "x\u2028y: 1", "x\u0001", "x\uFFFEy", "x\uFFFFy", "x\uD800y"
            })
    void whatIsSaidOfAnAgent_isOneLine(String about) {
        assertThatThrownBy(() -> alone(Map.of("a", about)))
                .hasMessageMatching("Expected about a one line of 1 to [0-9]+ characters, but got another\\.");
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
