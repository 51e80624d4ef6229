package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.patchboard.client.log.SampleLog;
import io.patchboard.client.model.RejectionQuery.By;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CircuitTripped.Action;
import io.patchboard.record.CircuitTripped.Detector;
import io.patchboard.record.CircuitTripped.Scope;
import io.patchboard.record.Circumstances;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What answers took, told by the store alone. */
class AnswersTest extends StoreRig {

    @BeforeEach
    void fill() {
        SampleLog log = new SampleLog("b-1").created();
        invite(log, "i-1", "counter");
        refuse(log, "i-1", "counter", "0.5", "small");
        invite(log, "i-2", "counter");
        refuse(log, "i-2", "counter", "1e400", "large");
        invite(log, "i-3", "checker");
        refuse(log, "i-3", "checker", "0.25", "small");
        trip(log, Optional.of("counter"));
        putReversed(log.committed("p-4", "i-4", 1).entries());
        SampleLog other = new SampleLog("b-2").created();
        trip(other, Optional.of("counter"));
        trip(other, Optional.empty());
        putReversed(other.entries());
    }

    private static void invite(SampleLog log, String id, String worker) {
        log.add(new WorkerInvoked(
                id,
                worker,
                "default",
                1,
                Instant.parse("2030-01-01T00:00:00Z"),
                1,
                new Trigger("again", 1, Optional.of("/count")),
                "Count.",
                JsonReader.parse("{}"),
                "",
                JsonReader.parse("[]")));
    }

    private static void refuse(SampleLog log, String invocation, String worker, String cost, String model) {
        refuse(log, invocation, worker, cost, model, "");
    }

    private static void refuse(
            SampleLog log, String invocation, String worker, String cost, String model, String version) {
        Usage usage = new Usage(10, 5, Optional.of(new BigDecimal(cost)), Optional.of(model), List.of());
        log.add(new PatchRejected(
                Optional.of("p-" + invocation),
                Optional.of(worker),
                Optional.of(invocation),
                new Rejection(Stage.SCHEMA, "type", "/count", Optional.empty(), "Expected else."),
                Optional.empty(),
                Optional.of(version.isEmpty() ? usage : usage.in(Circumstances.NONE.withVersion(version))),
                Optional.empty()));
    }

    private static void trip(SampleLog log, Optional<String> worker) {
        log.add(new CircuitTripped(
                Detector.INVALID_STREAK,
                Scope.BOARD,
                worker,
                Optional.empty(),
                Action.STOP,
                Optional.empty(),
                Optional.empty(),
                "Three in a row.",
                List.of()));
    }

    private AnswerCounts count(Optional<String> board, By by, int most) {
        RejectionQuery query = new RejectionQuery(board, Optional.empty(), Optional.empty(), by);
        return store().read(tables -> Answers.count(tables, query, most));
    }

    @Test
    void answers_areCountedByWorker_withTokensCostAndTime() {
        List<AnswerCounts.Answer> answers =
                count(Optional.empty(), By.WORKER, 100).answers();

        assertThat(answers).extracting(AnswerCounts.Answer::key).startsWith("counter", "checker");
        AnswerCounts.Answer counter = answers.get(0);
        assertThat(counter.rejected()).isEqualTo(2);
        assertThat(counter.tokens()).isEqualTo(30);
        assertThat(counter.cost()).isEqualTo(VerdictFact.MOST_COST + 0.5);
        assertThat(counter.seconds()).isPresent();
        assertThat(counter.slowest().orElseThrow())
                .isGreaterThanOrEqualTo(counter.seconds().orElseThrow());
        assertThat(answers.stream().mapToLong(AnswerCounts.Answer::committed).sum())
                .isEqualTo(1);
    }

    @Test
    void answers_areCountedByModel_theNewestOnly() {
        assertThat(count(Optional.empty(), By.MODEL, 100).answers())
                .extracting(AnswerCounts.Answer::key, AnswerCounts.Answer::tokens)
                .contains(tuple("small", 30L), tuple("large", 15L));
        assertThat(count(Optional.empty(), By.MODEL, 1).answers()).hasSize(1);
        assertThat(count(Optional.empty(), By.MODEL, 1).from()).isPresent();
    }

    @Test
    void answers_areCountedByVersion_soThatTwoAreCompared() {
        SampleLog log = new SampleLog("b-3").created();
        for (int i = 0; i < 3; i++) {
            invite(log, "v-" + i, "writer");
            refuse(log, "v-" + i, "writer", "1", "small", i == 2 ? "8" : "7");
        }
        putReversed(log.entries());

        assertThat(count(Optional.of("b-3"), By.VERSION, 100).answers())
                .extracting(
                        AnswerCounts.Answer::key,
                        AnswerCounts.Answer::rejected,
                        AnswerCounts.Answer::tokens,
                        AnswerCounts.Answer::cost)
                .containsExactly(tuple("writer@7", 2L, 30L, 2.0), tuple("writer@8", 1L, 15L, 1.0));
        assertThat(count(Optional.of("b-1"), By.VERSION, 100).answers())
                .as("who has no version")
                .extracting(AnswerCounts.Answer::key)
                .contains("checker");
    }

    @Test
    void afterAnAmendment_answersAndCircuitsAreCountedWithTheNewBlueprint() {
        SampleLog log = new SampleLog("b-4").created();
        invite(log, "i-1", "counter");
        refuse(log, "i-1", "counter", "1", "small");
        amend(log, otherBlueprint("later", "counter"));
        invite(log, "i-2", "counter");
        refuse(log, "i-2", "counter", "2", "small");
        trip(log, Optional.of("counter"));
        putReversed(log.entries());

        RejectionQuery later = new RejectionQuery(Optional.empty(), Optional.of("later"), Optional.empty(), By.WORKER);
        AnswerCounts counts = store().read(tables -> Answers.count(tables, later, 100));
        assertThat(counts.answers()).extracting(AnswerCounts.Answer::cost).containsExactly(2.0);
        assertThat(counts.trips()).extracting(AnswerCounts.Trip::board).containsExactly("b-4");
    }

    @Test
    void circuitsThatOpened_areCountedByDetectorAndWorker() {
        assertThat(count(Optional.empty(), By.WORKER, 100).trips())
                .extracting(AnswerCounts.Trip::detector, AnswerCounts.Trip::worker, AnswerCounts.Trip::count)
                .containsExactly(tuple("invalidStreak", "counter", 2L), tuple("invalidStreak", "", 1L));
        assertThat(count(Optional.of("b-1"), By.WORKER, 100).trips())
                .extracting(AnswerCounts.Trip::board)
                .containsExactly("b-1");
    }
}
