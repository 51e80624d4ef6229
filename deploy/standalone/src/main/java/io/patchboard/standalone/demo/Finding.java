package io.patchboard.standalone.demo;

import io.patchboard.examples.evidence.EvidenceScore;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import io.patchboard.standalone.screen.Tally;
import java.util.List;
import java.util.Optional;

/**
 * What came of one question.
 *
 * @param goldAnswer what people answered
 * @param ending {@code completed}, {@code halted}, {@code cancelled}, {@code rejected} or {@code open}
 * @param answer absent unless the board completed with one
 * @param score absent unless there is an answer
 * @param stateHash of the last state; empty if there is none
 */
public record Finding(
        String boardId,
        String question,
        String goldAnswer,
        String ending,
        Optional<Answer> answer,
        Optional<EvidenceScore> score,
        String stateHash,
        long version,
        Tally tally) {

    /** The writer's answer. */
    record Answer(String text, String because, List<Evidence> evidence) {

        static Answer read(JsonObject result, JsonObject input) {
            Fields fields = new Fields(result);
            List<Evidence> evidence = fields.records(
                    "cites",
                    cite -> new Evidence(
                            title(input, cite.string("source")), cite.string("source"), cite.string("quote")));
            return new Answer(
                    fields.string("text"), fields.optionalString("because").orElse(""), evidence);
        }

        private static String title(JsonObject input, String handle) {
            return new Fields(input)
                    .records("paragraphs", paragraph -> paragraph).stream()
                            .filter(paragraph -> paragraph.string("handle").equals(handle))
                            .map(paragraph -> paragraph.string("title"))
                            .findFirst()
                            .orElse(handle);
        }
    }

    /** @param title of the paragraph that the quote stands in */
    record Evidence(String title, String source, String quote) {}

    static Finding completed(
            String boardId,
            JsonObject input,
            JsonObject gold,
            Json result,
            String stateHash,
            long version,
            Tally tally) {
        Optional<JsonObject> object = result instanceof JsonObject given ? Optional.of(given) : Optional.empty();
        return new Finding(
                boardId,
                question(input),
                goldAnswer(gold),
                "completed",
                object.map(given -> Answer.read(given, input)),
                object.map(given -> EvidenceScore.of(input, given, gold)),
                stateHash,
                version,
                tally);
    }

    static Finding ended(
            String boardId,
            JsonObject input,
            JsonObject gold,
            String ending,
            String stateHash,
            long version,
            Tally tally) {
        return new Finding(
                boardId,
                question(input),
                goldAnswer(gold),
                ending,
                Optional.empty(),
                Optional.empty(),
                stateHash,
                version,
                tally);
    }

    static String question(JsonObject input) {
        return new Fields(input).string("question");
    }

    private static String goldAnswer(JsonObject gold) {
        return new Fields(gold).string("answer");
    }

    public boolean isCompleted() {
        return ending.equals("completed");
    }

    boolean isRight() {
        return score.map(EvidenceScore::answerMatches).orElse(false);
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("boardId", boardId)
                .put("question", question)
                .put("ending", ending)
                .put("goldAnswer", goldAnswer);
        answer.ifPresent(given -> json.put("answer", given.text())
                .put("because", given.because())
                .put(
                        "evidence",
                        JsonArray.copyOf(given.evidence().stream()
                                .map(evidence -> JsonObject.builder()
                                        .put("title", evidence.title())
                                        .put("source", evidence.source())
                                        .put("quote", evidence.quote())
                                        .build())
                                .toList())));
        score.ifPresent(of -> json.put("answerMatches", of.answerMatches())
                .put("goldFacts", of.gold().size())
                .put("goldFactsCovered", of.covered()));
        return json.put("version", version)
                .put("stateHash", stateHash)
                .put("counts", tally.toJson())
                .build();
    }
}
