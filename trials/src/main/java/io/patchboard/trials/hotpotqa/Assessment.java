package io.patchboard.trials.hotpotqa;

import io.patchboard.experiments.hotpotqa.AnswerScore;
import io.patchboard.experiments.hotpotqa.Claim;
import io.patchboard.experiments.hotpotqa.Example;
import io.patchboard.experiments.hotpotqa.Reading;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.trials.play.Ended;
import io.patchboard.trials.play.Ledger;
import io.patchboard.trials.play.Measure;
import io.patchboard.trials.play.Played;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a board is worth at its end, by the question's paragraphs and gold, not by the board's copies of them. */
final class Assessment {

    private final Example example;
    private final SortedMap<String, Double> counts = new TreeMap<>();
    private final Optional<String> answer;

    Assessment(Example example, JsonObject board) {
        this.example = example;
        this.answer = board.get("answer").orElse(Json.nul()) instanceof JsonObject given
                        && given.get("text").orElse(Json.nul()) instanceof JsonString text
                ? Optional.of(text.value())
                : Optional.empty();
        count(
                Measure.F1,
                answer.map(text -> AnswerScore.of(text, example.answer()).f1()).orElse(0.0),
                1);
        evidence(Reading.ofBoard(board));
    }

    private void evidence(Reading reading) {
        int claims = 0;
        int unsupported = 0;
        int verified = 0;
        int gold = 0;
        Set<Example.Fact> covered = new HashSet<>();
        for (int index : reading.claims().keySet()) {
            Claim claim = reading.claims().get(index);
            Optional<Boolean> verdict = Optional.ofNullable(reading.verdicts().get(index));
            if (verdict.orElse(true)) {
                claims++;
                unsupported += example.paragraphs().stream().noneMatch(claim::isSupportedBy) ? 1 : 0;
            }
            if (verdict.orElse(false)) {
                verified++;
                gold += example.factsIn(claim).isEmpty() ? 0 : 1;
                covered.addAll(example.factsIn(claim));
            }
        }
        count(Measure.UNSUPPORTED, unsupported, claims);
        count(Measure.PRECISION, gold, verified);
        count(Measure.COVERAGE, covered.size(), new HashSet<>(example.facts()).size());
    }

    private void count(Measure measure, double part, double whole) {
        counts.put(measure.part(), part);
        counts.put(measure.whole(), whole);
    }

    Played played(Ledger ledger, int refused, Watch watch, Ended otherwise) {
        count(Measure.INVALID, watch.invalid(), watch.updates());
        boolean right = answer.filter(
                        text -> AnswerScore.of(text, example.answer()).exact())
                .isPresent();
        Ended ended = right ? Ended.REACHED : answer.isPresent() ? Ended.BELIEVED : otherwise;
        return new Played(right, ended, watch.updates(), ledger.calls(), refused, ledger.used(), counts);
    }
}
