package io.patchboard.standalone.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A board is played, recorded, and played again by what was recorded. */
class RecorderTest {

    private static final Json BLUEPRINT = JsonReader.parse("""
            {"apiVersion": "patchboard/v1", "name": "claims",
             "state": {"initial": {"sources": ["a", "b", "c"], "claims": [], "done": false},
                       "schema": {"type": "object", "properties": {"done": {"type": "boolean"},
                                  "claims": {"type": "array", "items": {"type": "object", "required": ["text"],
                                             "properties": {"text": {"type": "string"}, "ok": {"type": "boolean"}}}}}}},
             "workers": {"extractor": {"read": ["/sources/*"], "write": [{"op": ["add"], "path": "/claims/-"}],
                                       "view": {"maxExpansions": 2}, "policy": "patient"},
                         "checker": {"read": ["/claims/*"], "write": [{"op": ["add"], "path": "/claims/*/ok"}],
                                     "policy": "patient"},
                         "closer": {"unsolicited": true, "write": [{"op": ["replace"], "path": "/done"}]}},
             "policies": {"patient": {"timeout": "PT30S",
                          "retry": {"maxAttempts": 3, "backoff": {"mode": "exponential", "base": "PT1S"}}}},
             "budgets": {"tokens": 100000},
             "gates": [{"name": "closing", "on": {"op": ["replace"], "path": "/done"}, "approvers": ["ann"]}],
             "rules": [{"name": "extract", "on": {"event": "created"}, "forEach": "/sources/*", "invoke": "extractor"},
                       {"name": "check", "on": {"op": ["add"], "path": "/claims/*"}, "invoke": "checker"}],
             "complete": {"when": "state.done && state.claims.all(c, has(c.ok))"}}
            """);

    private static Played play(JsonObject scenario) {
        return Player.play(ScenarioReader.read(scenario, "scenario", any -> BLUEPRINT));
    }

    private static Recorder.Recorded record(List<LogEntry> log) {
        BoardProjection projection = new BoardProjection("scenario", new Blueprints());
        log.forEach(projection::accept);
        return Recorder.record(projection.board(), log, "blueprint.json");
    }

    private static JsonObject scenario(String text) {
        return (JsonObject) JsonReader.parse(text);
    }

    /** Of what tells the order and content, all that does not depend on how proposals are named. */
    private static List<String> facts(Played played) {
        return played.log().stream()
                .map(entry -> entry.header().sequence() + " " + entry.header().version() + " "
                        + entry.event().type() + " "
                        + entry.event().fields().get("stateHash")
                        + entry.event().fields().get("stage")
                        + entry.event().fields().get("view"))
                .toList();
    }

    @Test
    void boardWithEveryKindOfAnswer_comesToTheSame() {
        Played first = play(scenario("""
                {"blueprint": "b", "workers": {
                   "extractor": [
                     {"patch": [{"op": "add", "path": "/claims/-", "value": {"text": 1}}], "after": "2s"},
                     {"silent": true},
                     {"patch": "no patch", "after": "1s", "usage": {"inputTokens": 10, "outputTokens": 3}},
                     {"patch": [{"op": "add", "path": "/$expand/-", "value": "/sources/0"}], "after": "3s"},
                     {"failure": {"class": "outage", "message": "away", "retryAfter": "PT5S"}},
                     {"error": "cannot"},
                     {"patch": [{"op": "add", "path": "/claims/-", "value": {"text": "x"}}], "after": "40s"},
                     {"patch": [{"op": "add", "path": "/claims/-", "value": {"text": "y"}}]}],
                   "checker": [{"patch": [{"op": "replace", "path": "/done", "value": true}]},
                               {"patch": [{"op": "add", "path": "/claims/0/ok", "value": true}], "after": "7s"},
                               {"patch": [{"op": "add", "path": "/claims/1/ok", "value": true}]},
                               {"patch": [{"op": "add", "path": "/claims/2/ok", "value": true}]}]},
                 "send": [{"worker": "nobody", "at": "1s", "patch": []},
                          {"worker": "closer", "at": "100s", "patch": [{"op": "replace", "path": "/done", "value": true}]}],
                 "commands": [{"at": "4s", "command": {"type": "PauseBoard", "reason": "tea"}},
                              {"at": "8s", "command": {"type": "ResumeBoard"}},
                              {"at": "9s", "command": {"type": "MarkBoard", "name": "m", "by": "ann", "reason": "r"}},
                              {"at": "20m", "command": {"type": "CancelBoard", "reason": "enough"}}],
                 "expect": {"phase": "cancelled"}}
                """));
        assertThat(first.missed()).isEmpty();

        Recorder.Recorded recorded = record(first.log());
        Played again = play(recorded.scenario());

        assertThat(recorded.left()).isEmpty();
        assertThat(again.missed()).isEmpty();
        assertThat(facts(again)).isEqualTo(facts(first));
    }

    /** A scenario whose workers do what is theirs. What is sent, commanded and expected is the rest of its members. */
    private static Played playClosing(String members) {
        return play(scenario("""
                {"blueprint": "b", "workers": {
                   "extractor": [{"patch": [{"op": "add", "path": "/claims/-", "value": {"text": "x"}}]}],
                   "checker": [{"patch": [{"op": "add", "path": "/claims/0/ok", "value": true}]},
                               {"patch": [{"op": "add", "path": "/claims/1/ok", "value": true}]},
                               {"patch": [{"op": "add", "path": "/claims/2/ok", "value": true}]}]},
                 %s}
                """.formatted(members)));
    }

    @Test
    void endsOfArrays_thatAnAmendedBlueprintLetsBeNamedByIndex_areNamedAsTheyHadToBeThen() {
        Played first = playClosing("""
                 "commands": [{"at": "20s", "command": {"type": "AmendBlueprint", "reason": "r", "by": "ann",
                               "open": "keep", "blueprint": %s}},
                              {"at": "30s", "command": {"type": "CancelBoard", "reason": "enough"}}],
                 "expect": {"phase": "cancelled", "rejected": 0}
                """.formatted(BLUEPRINT.toString().replace("/claims/-", "/claims/*")));
        assertThat(first.missed()).isEmpty();

        Played again = play(record(first.log()).scenario());

        assertThat(again.missed()).isEmpty();
        assertThat(facts(again)).isEqualTo(facts(first));
    }

    @Test
    void whatAnApproverSaid_isSaidAgain() {
        Played first = playClosing("""
                 "send": [{"worker": "closer", "at": "10s", "patch": [{"op": "replace", "path": "/done", "value": true}]}],
                 "commands": [{"at": "30s", "command": {"type": "Decide", "option": "approve", "by": "ann", "reason": "fine"}}],
                 "expect": {"phase": "completed", "rejected": 0}
                """);
        assertThat(first.missed()).isEmpty();

        Played again = play(record(first.log()).scenario());

        assertThat(again.missed()).isEmpty();
        assertThat(facts(again)).isEqualTo(facts(first));
    }

    @Test
    void whatAnApproverSaid_isSaidOfTheSamePatch_whereSomethingBeforeItWasLeftOut() {
        Played first = playClosing("""
                 "send": [{"worker": "closer", "at": "10s", "patch": [{"op": "replace", "path": "/done", "value": true}]},
                          {"worker": "closer", "at": "20s", "patch": [{"op": "replace", "path": "/done", "value": true}]}],
                 "commands": [{"at": "5s", "command": {"type": "ResumeBoard"}},
                              {"at": "30s", "command": {"type": "Decide", "option": "reject", "by": "ann", "reason": "no",
                                                        "item": 16}},
                              {"at": "40s", "command": {"type": "Decide", "option": "approve", "by": "ann", "reason": "fine"}}],
                 "expect": {"phase": "completed", "rejected": 1}
                """);
        assertThat(first.missed()).isEmpty();

        Recorder.Recorded recorded = record(first.log());
        Played again = play(recorded.scenario());

        assertThat(recorded.left()).hasSize(1);
        assertThat(again.missed()).isEmpty();
        assertThat(again.log()).hasSize(first.log().size() - 1);
    }

    @Test
    void boardThatWasRestored_amended_andReopened_comesToTheSame() {
        String amended = BLUEPRINT.toString().replace("\"name\":\"claims\"", "\"name\":\"claims-2\"");
        Played first = play(scenario("""
                {"blueprint": "b", "workers": {
                   "extractor": [{"patch": [{"op": "add", "path": "/claims/-", "value": {"text": "x"}}], "after": "4s"}],
                   "checker": [{"patch": [{"op": "add", "path": "/claims/0/ok", "value": true}], "after": "9s"}]},
                 "commands": [
                   {"at": "1s", "command": {"type": "MarkBoard", "name": "m", "by": "ann", "reason": "r"}},
                   {"at": "6s", "command": {"type": "RestoreBoard", "mark": "m", "by": "ann", "reason": "r"}},
                   {"at": "7s", "command": {"type": "AmendBlueprint", "open": "keep", "by": "ann", "reason": "r", "blueprint": %s}},
                   {"at": "8s", "command": {"type": "EditBoard", "by": "ann", "reason": "r",
                                            "patch": [{"op": "add", "path": "/claims/-", "value": {"text": "e"}}]}},
                   {"at": "30s", "command": {"type": "CancelBoard"}},
                   {"at": "40s", "command": {"type": "ReopenBoard", "reason": "r"}},
                   {"at": "2h", "command": {"type": "CancelBoard"}}],
                 "expect": {"phase": "cancelled"}}
                """.formatted(amended)));
        assertThat(first.missed()).isEmpty();
        assertThat(first.log())
                .extracting(entry -> entry.event().type())
                .contains("BoardMarked", "BoardRestored", "BlueprintAmended", "BoardEdited", "BoardReopened");

        Recorder.Recorded recorded = record(first.log());
        Played again = play(recorded.scenario());

        assertThat(recorded.left()).isEmpty();
        assertThat(again.missed()).isEmpty();
        assertThat(facts(again)).isEqualTo(facts(first));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomTeams_comeToTheSame(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 6; i++) {
            JsonObject scenario = scenario("{\"blueprint\": \"b\", \"workers\": {\"extractor\": "
                    + answers(random, "/claims/-", "{\"text\": \"t\"}") + ", \"checker\": "
                    + answers(random, "/claims/" + random.nextInt(3) + "/ok", "true")
                    + "}, \"commands\": [{\"at\": \"90m\", \"command\": {\"type\": \"CancelBoard\"}}],"
                    + " \"expect\": {\"phase\": \"cancelled\"}}");
            Played first = play(scenario);
            assertThat(first.missed()).as(scenario.toString()).isEmpty();
            Played again = play(record(first.log()).scenario());
            assertThat(again.missed()).as(scenario.toString()).isEmpty();
            assertThat(facts(again)).as(scenario.toString()).isEqualTo(facts(first));
        }
    }

    private static String answers(Random random, String path, String value) {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String patch = "[{\"op\": \"add\", \"path\": \"" + path + "\", \"value\": " + value + "}]";
            String after = ", \"after\": \"" + random.nextInt(45) + "s\"}";
            answers.add(
                    switch (random.nextInt(6)) {
                        case 0 -> "{\"silent\": true}";
                        case 1 -> "{\"patch\": [{\"op\": \"add\", \"path\": \"/sources/-\", \"value\": 1}]" + after;
                        case 2 -> "{\"error\": \"no\"" + after;
                        case 3 -> "{\"failure\": {\"class\": \"rate-limit\", \"message\": \"later\"}" + after;
                        default -> "{\"patch\": " + patch + after;
                    });
        }
        return answers.toString();
    }

    @Test
    void whatIsSealedForTheBoard_isGoodForTheScenarioToo() {
        Json blueprint = JsonReader.parse("""
                {"apiVersion": "patchboard/v1", "name": "visits",
                 "state": {"initial": {}, "schema": {"properties": {"finding": {"$sealed": {}}}}},
                 "workers": {"doctor": {"write": [{"op": ["add"], "path": "/finding"}]}},
                 "rules": [{"name": "examine", "on": {"event": "created"}, "invoke": "doctor"}],
                 "complete": {"when": "has(state.finding)"}}
                """);
        String sealed = """
                {"patch": [{"op": "add", "path": "/finding",
                   "value": {"$sealed": {"subject": "p-12", "board": "%s", "key": "vDnQOKYGeAg-M0IWmssN0g",
                                         "data": "5FCPpa0ZiAyeU7NcxRy889rc-HvBPJvVN4eznwd0Y6a4rwH2fhb_2Ocn"}}}]}
                """;
        JsonObject seen = scenario("""
                {"name": "visit-7", "blueprint": "b", "workers": {"doctor": [%s, %s]},
                 "expect": {"phase": "completed", "rejected": 1}}
                """.formatted(sealed.formatted("visit-6"), sealed.formatted("visit-7")));

        Played played = Player.play(ScenarioReader.read(seen, "s", any -> blueprint));

        assertThat(played.missed()).isEmpty();
    }

    @Test
    void changedBlueprint_isHeldAgainstWhatWasRecorded() {
        Played first = play(scenario("""
                {"blueprint": "b", "workers": {
                   "extractor": [{"patch": [{"op": "add", "path": "/claims/-", "value": {"text": "x"}}]}]},
                 "commands": [{"at": "30s", "command": {"type": "CancelBoard"}}], "expect": {"phase": "cancelled"}}
                """));
        JsonObject recorded = record(first.log()).scenario();
        Json stricter = JsonReader.parse(BLUEPRINT
                .toString()
                .replace("\"text\":{\"type\":\"string\"}", "\"text\":{\"minLength\":2,\"type\":\"string\"}"));

        assertThat(Player.play(ScenarioReader.read(recorded, "s", any -> stricter))
                        .missed())
                .anySatisfy(sentence -> assertThat(sentence).contains("at /claims, but got []"))
                .anySatisfy(sentence -> assertThat(sentence).contains("Expected 3 commits, but there are 0."));
    }

    @Test
    void boardThatGoesOn_isNotRecorded() {
        Played first = play(scenario("""
                {"blueprint": "b", "workers": {"extractor": [{"error": "no"}]},
                 "commands": [{"at": "1s", "command": {"type": "CancelBoard"}}], "expect": {"phase": "cancelled"}}
                """));

        assertThatThrownBy(() -> record(first.log().subList(0, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is open and goes on. Record it when it has come to rest.");
    }
}
