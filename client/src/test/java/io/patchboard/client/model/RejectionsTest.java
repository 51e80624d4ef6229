package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.client.model.RejectionQuery.By;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Cause;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.Stage;
import io.patchboard.record.Trigger;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where the rejections go, told by the store alone. */
class RejectionsTest extends StoreRig {

    private static final String HASH = CanonicalJson.sha256(SampleLog.BLUEPRINT);

    @BeforeEach
    void fill() {
        putReversed(twiceInvalid("b-1"));
        SampleLog late = new SampleLog("b-2").created();
        invoke(late, 1, 0);
        reject(late, 1, Stage.SCHEMA, "type", "/count", "", "big");
        putReversed(late.entries());
    }

    /** Two attempts that the contract forbids, one of them followed by a commit, and a stranger's. */
    private static List<LogEntry> twiceInvalid(String board) {
        SampleLog log = new SampleLog(board).created();
        invoke(log, 1, 0);
        reject(log, 1, Stage.AUTHORIZATION, "write-contract", "/patch/0/path", "/workers/counter/write", "small");
        invoke(log, 2, 3);
        reject(log, 2, Stage.AUTHORIZATION, "write-contract", "/patch/0/path", "/workers/counter/write", "small");
        invoke(log, 3, 5);
        return log.committed("p-3", "i-3", 1).rejected("p-4", "").entries();
    }

    private static void invoke(SampleLog log, long attempt, long cause) {
        log.add(new WorkerInvoked(
                "i-" + attempt,
                "counter",
                "default",
                attempt,
                Instant.parse("2030-01-01T00:00:00Z"),
                1,
                new Trigger("again", 1, Optional.of("/count")),
                "Count.",
                JsonReader.parse("{}"),
                "",
                JsonReader.parse("[]"),
                Optional.of(cause).filter(sequence -> sequence > 0).map(of -> new Cause(Cause.Action.RETRY, of)),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                false));
    }

    private static void reject(
            SampleLog log, long attempt, Stage stage, String code, String pointer, String rule, String model) {
        log.add(new PatchRejected(
                Optional.of("p-" + attempt),
                Optional.of("counter"),
                Optional.of("i-" + attempt),
                new Rejection(stage, code, pointer, Optional.of(rule), "Expected else."),
                Optional.empty(),
                Optional.of(new Usage(10, 5, Optional.empty(), Optional.of(model), List.of())),
                Optional.of(JsonReader.parse("{\"patch\":[{\"op\":\"add\",\"path\":\"/list/7/x\",\"value\":1}]}"))));
    }

    private RejectionCounts counted(RejectionQuery query, int most) {
        return store().read(tables -> Rejections.count(tables, query, most));
    }

    private List<RejectionCount> count(By by) {
        return counted(new RejectionQuery(Optional.empty(), Optional.empty(), Optional.empty(), by), Rejections.MOST)
                .counts();
    }

    @Test
    void clauses_areCounted_withWhatTheyCost_andThoseThatNeverFired() {
        List<RejectionCount> counts = count(By.CLAUSE);

        RejectionCount contract = counts.get(0);
        assertThat(contract.key()).isEqualTo("/workers/counter/write");
        assertThat(contract.blueprint()).contains(new RejectionCount.Rules("counter", HASH));
        assertThat(contract.text()).contains("[{\"op\":[\"replace\"],\"path\":\"/count\"}]");
        assertThat(contract.count()).isEqualTo(2);
        assertThat(contract.share()).isEqualTo(0.5);
        assertThat(contract.tokens()).isEqualTo(30);
        assertThat(contract.seconds()).isEqualTo(2.0);
        assertThat(contract.retried()).isEqualTo(2);
        assertThat(contract.repaired()).isEqualTo(1);
        assertThat(contract.attempts()).isEqualTo(OptionalDouble.of(3));
        assertThat(contract.example()).contains(new RejectionCount.Example("b-1", 3, 2));
        assertThat(counts.stream().skip(1).map(RejectionCount::key).toList())
                .containsExactly("/state/schema/type", "AUTHORIZATION path");

        RejectionCount never = counted(
                        new RejectionQuery(Optional.of("b-1"), Optional.empty(), Optional.empty(), By.CLAUSE),
                        Rejections.MOST)
                .counts()
                .get(2);
        assertThat(never.key()).isEqualTo("/state/schema/type");
        assertThat(never.count()).isZero();
        assertThat(never.attempts()).isEmpty();
    }

    @Test
    void afterAnAmendment_clausesAreThoseOfTheBlueprintThatJudged() {
        SampleLog log = new SampleLog("b-3").created();
        invoke(log, 1, 0);
        reject(log, 1, Stage.SCHEMA, "type", "/count", "", "small");
        amend(log, otherBlueprint("later", "counter"));
        invoke(log, 2, 0);
        reject(log, 2, Stage.AUTHORIZATION, "write-contract", "/patch/0/path", "/workers/counter/write", "small");
        putReversed(log.entries());

        assertThat(ofBoard(Optional.empty()))
                .containsExactlyInAnyOrder(
                        "counter /state/schema/type 1",
                        "counter /workers/counter/write 0",
                        "later /workers/counter/write 1",
                        "later /state/schema/type 0");
        assertThat(ofBoard(Optional.of("later")))
                .containsExactlyInAnyOrder(
                        "later /workers/counter/write 1",
                        "counter /workers/counter/write 0",
                        "counter /state/schema/type 0",
                        "later /state/schema/type 0");
    }

    private List<String> ofBoard(Optional<String> blueprint) {
        return counted(new RejectionQuery(Optional.of("b-3"), blueprint, Optional.empty(), By.CLAUSE), Rejections.MOST)
                .counts()
                .stream()
                .map(count -> count.blueprint().orElseThrow().name() + " " + count.key() + " " + count.count())
                .toList();
    }

    @Test
    void othersAreCounted_byWhatTheyHaveInCommon() {
        assertThat(keys(By.WORKER)).containsExactly("counter 4");
        assertThat(keys(By.MODEL)).containsExactly("small 2", " 1", "big 1");
        assertThat(keys(By.STAGE)).containsExactly("AUTHORIZATION 3", "SCHEMA 1");
        assertThat(keys(By.PATH)).containsExactly("/list/*/x 2", " 1", "/count 1");
    }

    private List<String> keys(By by) {
        return count(by).stream()
                .map(count -> count.key() + " " + count.count())
                .toList();
    }

    @Test
    void whatIsAskedFor_isChosen() {
        Instant last = SampleLog.completed("x").entries().get(0).header().time().plusSeconds(7);
        assertThat(counted(
                                new RejectionQuery(
                                        Optional.empty(), Optional.of("counter"), Optional.of(last), By.STAGE),
                                Rejections.MOST)
                        .counts())
                .extracting(RejectionCount::count)
                .containsExactly(1L);
        assertThat(counted(
                                new RejectionQuery(Optional.empty(), Optional.of(HASH), Optional.empty(), By.WORKER),
                                Rejections.MOST)
                        .counts())
                .hasSize(1);
        assertThat(counted(
                                new RejectionQuery(Optional.empty(), Optional.of("other"), Optional.empty(), By.CLAUSE),
                                Rejections.MOST)
                        .counts())
                .isEmpty();
    }

    @Test
    void limits_leaveOutWhatIsLess_andWhatIsOlder() {
        RejectionCounts one = counted(
                new RejectionQuery(Optional.empty(), Optional.empty(), Optional.empty(), By.STAGE, 1), Rejections.MOST);
        assertThat(one.counts()).extracting(RejectionCount::key).containsExactly("AUTHORIZATION");
        assertThat(one.counted()).isEqualTo(4);
        assertThat(one.left()).isEqualTo(1);
        assertThat(one.from()).isEmpty();

        Instant third = SampleLog.completed("x").entries().get(0).header().time();
        RejectionCounts newest =
                counted(new RejectionQuery(Optional.empty(), Optional.empty(), Optional.empty(), By.STAGE), 2);
        assertThat(newest.counted()).isEqualTo(2);
        assertThat(newest.from().orElseThrow()).isAfter(third);
    }
}
