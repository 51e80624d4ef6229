package io.patchboard.kernel.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.LogEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A kernel of before may have said otherwise why it rejected something, and its worker's next view says it so, too. */
class RewordedRejectionTest {

    private static final String WORDS = "Expected an array.";

    private static List<LogEntry> retried() {
        Scenario board = new Scenario("""
                {"apiVersion": "patchboard/v1", "name": "retried", "state": {"schema": {}, "initial": {"n": 0}},
                 "workers": {"w": {"write": [{"op": ["replace"], "path": "/n"}]}},
                 "rules": [{"name": "r", "on": {"event": "created"}, "invoke": "w"}]}
                """).created();
        board.answer(
                board.invocation("w"),
                "{\"op\": \"replace\", \"path\": \"/n\", \"value\": \"%s\"}".formatted("long".repeat(100)));
        return board.log();
    }

    /** The same log with other words in the rejection, and in the view. */
    private static List<String> found(String rejected, String shown) {
        List<LogEntry> reworded = retried().stream()
                .map(entry -> entry.toJson())
                .map(json -> json.has("message") ? json.with("message", Json.of(rejected)) : json)
                .map(json -> LogEntry.fromJson(withView(json, shown)))
                .toList();
        assertThat(reworded.toString()).contains(shown);
        BoardReplay replay = new BoardReplay(
                Scenario.BOARD, new Applier(new Blueprints()), new Review(Limits.DEFAULT, new Blueprints()));
        BoardReplayTest.chained(reworded).forEach(replay::accept);
        return replay.differences().stream().map(Difference::what).toList();
    }

    private static JsonObject withView(JsonObject entry, String words) {
        return entry.get("view")
                .map(view -> JsonReader.parse(view.toString()
                        .replaceAll("\"message\":\"(\\\\.|[^\"\\\\])*\"", "\"message\":\"" + words + "\"")))
                .map(view -> entry.with("view", view).with("viewHash", Json.of(CanonicalJson.sha256(view))))
                .orElse(entry);
    }

    @Test
    void otherWords_areNoDifference() {
        assertThat(found(WORDS, WORDS)).isEmpty();
        assertThat(found(WORDS.repeat(20), WORDS.repeat(20).substring(0, 237) + "..."))
                .isEmpty();
    }

    @Test
    void viewWithOtherWordsThanTheRejection_isFound() {
        assertThat(found(WORDS, "Well done.")).contains("view");
    }
}
