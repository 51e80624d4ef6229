package io.patchboard.standalone.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InjectedFaultsTest {

    private static final String SCENARIO = """
            {"blueprint": "b",
             "workers": {"writer": [{"patch": [{"op": "add", "path": "/items/-", "value": "one"}]},
                                    {"patch": [{"op": "add", "path": "/items/-", "value": "two"}]}]},
             "expect": {"phase": "completed", "commits": 2, "rejected": 0, "maxInvocations": 2}}
            """;

    private final Blueprints blueprints = new Blueprints();

    private static Scenario scenario(String itemSchema, int attempts) {
        Json blueprint = JsonReader.parse("""
                {"apiVersion": "patchboard/v1", "name": "two",
                 "state": {"initial": {"items": [], "todo": [1, 2]},
                           "schema": {"type": "object", "properties": {"items": {"type": "array", "items": %s}}}},
                 "workers": {"writer": {"write": [{"op": ["add"], "path": "/items/-"}]}},
                 "policies": {"default": {"timeout": "PT5M",
                                          "retry": {"maxAttempts": %d, "backoff": {"mode": "exponential", "base": "PT1S"}}}},
                 "rules": [{"name": "write", "on": {"event": "created"}, "forEach": "/todo/*", "invoke": "writer"}],
                 "complete": {"when": "size(state.items) == 2"}}
                """.formatted(itemSchema, attempts));
        return ScenarioReader.read((JsonObject) JsonReader.parse(SCENARIO), "two", any -> blueprint);
    }

    private Played play(Scenario scenario, long seed, double share) {
        return Player.play(scenario, blueprints, new InjectedFaults(seed, share));
    }

    @Test
    void blueprintThatAsksAgain_getsToItsEnd_whateverGoesWrong() {
        Set<Stage> stages = EnumSet.noneOf(Stage.class);
        for (long seed = 0; seed < 200; seed++) {
            Played played = play(scenario("{\"type\": \"string\"}", 3), seed, 1);
            assertThat(played.missed()).as("seed " + seed).isEmpty();
            played.log().stream()
                    .map(entry -> entry.event())
                    .filter(PatchRejected.class::isInstance)
                    .forEach(event ->
                            stages.add(((PatchRejected) event).rejection().stage()));
        }
        assertThat(stages)
                .contains(
                        Stage.TIMEOUT, Stage.ADMISSION, Stage.WORKER, Stage.SYNTAX, Stage.SCHEMA, Stage.AUTHORIZATION);
    }

    @Test
    void blueprintThatDoesNotAskAgain_isFoundOut_andTheSameSeedIsTheSameRun() {
        Scenario once = scenario("{\"type\": \"string\"}", 1);

        assertThat(play(once, 5, 1).missed()).isNotEmpty();
        assertThat(play(once, 5, 1).log()).isEqualTo(play(once, 5, 1).log());
        assertThat(play(once, 5, 0).missed()).isEmpty();
    }

    @Test
    void schemaThatTakesAnything_isFoundOut() {
        Scenario loose = ScenarioReader.read(
                (JsonObject) JsonReader.parse(
                        SCENARIO.replace("\"phase\"", "\"state\": {\"/items/0\": \"one\"}, \"phase\"")),
                "two",
                any -> scenario("true", 3).blueprint());
        boolean isFound = false;
        for (long seed = 0; seed < 50 && !isFound; seed++) {
            isFound =
                    play(loose, seed, 1).missed().stream().anyMatch(sentence -> sentence.contains("but got [\"one\"]"));
        }
        assertThat(isFound).isTrue();
    }
}
