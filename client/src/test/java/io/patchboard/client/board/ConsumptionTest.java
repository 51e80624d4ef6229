package io.patchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Requested;
import io.patchboard.record.StateHash;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ConsumptionTest {

    private final Consumption consumption = new Consumption();

    private void accept(Event event) {
        consumption.accept(
                new LogEntry(new LogHeader("b", 1, 1, Instant.EPOCH, LogHeader.GENESIS_HASH, ""), event).sealed());
    }

    private static Optional<Usage> usage(long in, long out, String cost, String model) {
        return Optional.of(new Usage(in, out, Optional.of(new BigDecimal(cost)), Optional.of(model), List.of()));
    }

    private void committed(String worker, Optional<Usage> usage) {
        accept(new PatchCommitted(
                "p",
                worker,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                JsonReader.parse("[]"),
                usage,
                StateHash.of(Json.nul())));
    }

    private void held(Optional<Usage> usage, Optional<Long> replaces) {
        accept(new PatchHeld(
                "p",
                "writer",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                JsonReader.parse("[]"),
                usage,
                Optional.empty(),
                Optional.empty(),
                new PatchHeld.Card("A patch waits", List.of(), List.of(), Optional.empty()),
                replaces,
                replaces.map(before -> "ada"),
                Optional.empty(),
                Optional.empty()));
    }

    private void rejected(String worker, Optional<Usage> usage) {
        rejected(worker, usage, Optional.empty());
    }

    private void rejected(String worker, Optional<Usage> usage, Optional<Long> held) {
        accept(new PatchRejected(
                Optional.of("p"),
                Optional.of(worker),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Rejection.of(RejectionCode.TEST, "", "Expected."),
                Optional.empty(),
                usage,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                held));
    }

    @Test
    void byComponentWorkerAndModel_rejectedAnswersIncluded() {
        accept(new BoardCreated(
                new Requested("c", Optional.empty(), Optional.empty()),
                JsonObject.EMPTY,
                "",
                JsonObject.EMPTY,
                Json.nul(),
                StateHash.of(Json.nul()),
                usage(2800, 100, "0.5", "big"),
                Optional.empty(),
                Optional.empty()));
        committed("verifier", usage(10, 1, "0.10", "small"));
        rejected("verifier", usage(20, 2, "0.20", "small"));
        committed("verifier", usage(40, 4, "0", "big"));
        committed("scout", Optional.of(new Usage(5, 0)));
        committed("silent", Optional.empty());

        assertThat(consumption.toJson()).isEqualTo(JsonReader.parse("""
                [{"component": "architect", "model": "big", "answers": 1, "inputTokens": 2800, "outputTokens": 100, "cost": 0.5},
                 {"component": "worker", "worker": "scout", "answers": 1, "inputTokens": 5, "outputTokens": 0, "cost": 0},
                 {"component": "worker", "worker": "verifier", "model": "big", "answers": 1, "inputTokens": 40, "outputTokens": 4, "cost": 0},
                 {"component": "worker", "worker": "verifier", "model": "small", "answers": 2, "inputTokens": 30, "outputTokens": 3, "cost": 0.3}]
                """));
    }

    /** As the kernel charges it: when it is held, and not again when a person has modified or refused it. */
    @Test
    void whatAGateHolds_countsOnce_andAtOnce() {
        held(usage(10, 1, "0.10", "small"), Optional.empty());
        assertThat(consumption.toJson()).isEqualTo(JsonReader.parse("""
                [{"component": "worker", "worker": "writer", "model": "small", "answers": 1, "inputTokens": 10, "outputTokens": 1, "cost": 0.1}]
                """));

        held(usage(10, 1, "0.10", "small"), Optional.of(1L));
        rejected("writer", usage(10, 1, "0.10", "small"), Optional.of(2L));

        assertThat(consumption.amounts().values())
                .containsExactly(new Consumption.Amount(1, 10, 1, new BigDecimal("0.1")));
    }

    @Test
    void moreThanFits_staysTheMost() {
        committed("w", Optional.of(new Usage(Long.MAX_VALUE, 0)));
        committed("w", Optional.of(new Usage(1, 7)));

        Consumption.Amount amount = consumption.amounts().values().iterator().next();

        assertThat(amount.inputTokens()).isEqualTo(Long.MAX_VALUE);
        assertThat(amount.outputTokens()).isEqualTo(7);
    }
}
