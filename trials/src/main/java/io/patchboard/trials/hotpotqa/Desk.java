package io.patchboard.trials.hotpotqa;

import io.patchboard.experiments.hotpotqa.Example;
import io.patchboard.experiments.hotpotqa.Paragraph;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.trials.model.TokenCounts;
import java.time.Clock;
import java.time.Duration;

/**
 * What a question is answered with, the same for all arms.
 *
 * @param longest how long an episode may take
 */
public record Desk(Example example, LanguageModel model, TokenCounts counts, Clock clock, Duration longest) {

    /** What a board of it is created with; the gold answer and facts stay outside. */
    JsonObject input() {
        return JsonObject.builder()
                .put("question", example.question())
                .put(
                        "paragraphs",
                        JsonArray.copyOf(example.paragraphs().stream()
                                .map(Paragraph::toJson)
                                .toList()))
                .build();
    }

    /** What the board begins with. */
    JsonObject initial() {
        return JsonObject.builder()
                .putAll(input())
                .put("sources", JsonArray.EMPTY)
                .put("claims", JsonArray.EMPTY)
                .put("verdicts", JsonArray.EMPTY)
                .build();
    }
}
