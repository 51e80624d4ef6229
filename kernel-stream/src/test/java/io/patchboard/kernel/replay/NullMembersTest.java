package io.patchboard.kernel.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.encoding.RecordEncoder;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of an optional member, {@code null} and absent are one to whoever reads the log, so the kernel writes one alike. */
class NullMembersTest {

    private static List<LogEntry> halted() {
        Scenario board = new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: asked
                state: {schema: true, initial: {answer: null}}
                workers:
                  deep:
                    kind: board
                    board: {blueprint: deep@1, input: state.answer, result: /answer}
                    write: [{op: [add], path: /answer}]
                rules: [{name: ask, on: {event: created}, invoke: deep}]
                budgets: {duration: PT1M}
                complete: {when: state.answer != null, result: /answer}
                """).created();
        board.tick(Duration.ofMinutes(1));
        assertThat(board.entries(BoardHalted.class)).hasSize(1);
        assertThat(board.entries(WorkerInvoked.class))
                .singleElement()
                .satisfies(invoked ->
                        assertThat(invoked.child().orElseThrow().problem()).isEmpty());
        return board.log();
    }

    private static BoardReplay replay(List<Recorded> log) {
        BoardReplay replay = new BoardReplay(
                Scenario.BOARD, new Applier(new Blueprints()), new Review(Limits.DEFAULT, new Blueprints()));
        log.forEach(replay::accept);
        return replay;
    }

    private static List<Recorded> readBack(List<LogEntry> log, RecordEncoder encoder) throws Exception {
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);
        List<Recorded> read = new ArrayList<>();
        for (LogEntry entry : log) {
            read.add(Recorded.of(decoder.decodeAnyEntry(encoder.encode(entry))));
        }
        return read;
    }

    @Test
    void resultThatIsNull_andAnInputThatIs_readBack_areIdentical_inAnyEncoding() throws Exception {
        for (RecordEncoder encoder : List.of(RecordEncoder.json(), RecordEncoder.avro())) {
            assertThat(replay(readBack(halted(), encoder)).differences())
                    .as("%s", encoder.encoding())
                    .isEmpty();
        }
    }

    /** As kernels of before wrote it. */
    @Test
    void resultWrittenAsNull_isIdentical() {
        List<Recorded> log = new ArrayList<>(halted().stream().map(Recorded::of).toList());
        Recorded last = log.removeLast();
        JsonObject json = last.json().without("hash").with("result", Json.nul());
        JsonObject hashed = json.with("hash", Json.of(CanonicalJson.sha256(json)));
        log.add(new Recorded(last.topic(), LogEntry.fromJson(hashed), hashed));

        assertThat(last.json().has("result")).isFalse();
        assertThat(replay(log).differences()).isEmpty();
    }
}
