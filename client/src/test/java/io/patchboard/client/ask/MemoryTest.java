package io.patchboard.client.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.ProposalKey;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MemoryTest {

    private final List<LogEntry> told = new ArrayList<>();
    private final Memory memory = new Memory(told::add);

    private static LogEntry rejected(String board, String id, String proposal) {
        return rejected(board, id, RejectionCode.UNKNOWN_BOARD, proposal);
    }

    private static LogEntry rejected(String board, String id, RejectionCode code, String proposal) {
        return new LogEntry(
                new LogHeader(board, 1, 0, Instant.EPOCH, LogHeader.GENESIS_HASH, ""),
                new PatchRejected(
                        Optional.of(id),
                        Optional.of("w"),
                        Optional.empty(),
                        Rejection.of(code, "", "Expected something else."),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(Json.of(proposal))));
    }

    private static RequestKey key(String board, String id) {
        return key(board, id, "w");
    }

    private static RequestKey key(String board, String id, String worker) {
        return RequestKey.proposal(board, new ProposalKey(Optional.of(worker), Optional.empty(), id));
    }

    @Test
    void idThatAnotherWorkerUses_isAnotherRequest() {
        CompletableFuture<LogEntry> own = memory.outcome(key("b", "p", "w"));
        CompletableFuture<LogEntry> others = memory.outcome(key("b", "p", "other"));

        memory.decide(rejected("b", "p", ""));

        assertThat(own).isCompleted();
        assertThat(others).isNotDone();
        assertThat(memory.meant(RequestKey.proposal("b", "p"))).isEqualTo(key("b", "p", "other"));
        assertThat(memory.meant(key("b", "p", "w"))).isEqualTo(key("b", "p", "w"));
    }

    @Test
    void outcome_isHeardOfBeforeItIsTold_andOnce() {
        List<Integer> heardBefore = new ArrayList<>();
        memory.outcome(key("b", "p")).thenRun(() -> heardBefore.add(told.size()));

        memory.decide(rejected("b", "p", ""));
        memory.decide(rejected("b", "p", ""));
        memory.decide(rejected("b", "nobody-asked", ""));

        assertThat(heardBefore).containsExactly(1);
        assertThat(told).hasSize(1);
    }

    @Test
    void requestsThatNobodyDecides_areForgottenOldestFirst_andKeepTheBounds() {
        String board = "b".repeat(800);
        for (int i = 0; i < 3 * Memory.MOST_REQUESTS; i++) {
            memory.outcome(key(board + i, "p-" + i));
            assertThat(memory.bytes()).isLessThanOrEqualTo(Memory.MOST_BYTES);
        }

        int last = 3 * Memory.MOST_REQUESTS - 1;
        assertThat(memory.size()).isBetween(1_000, Memory.MOST_REQUESTS);
        assertThat(memory.known(key(board + last, "p-" + last))).isPresent();
        assertThat(memory.known(key(board + 0, "p-0"))).isEmpty();
        assertThat(memory.isAwaited(board + last)).isTrue();
        assertThat(memory.isAwaited(board + 0)).isFalse();
    }

    @Test
    void outcomes_areCountedAndForgotten() {
        String proposal = "p".repeat(100_000);
        for (int i = 0; i < 1_000; i++) {
            CompletableFuture<LogEntry> outcome = memory.outcome(key("b", "p-" + i));
            memory.decide(rejected("b", "p-" + i, proposal));
            assertThat(outcome).isCompleted();
            assertThat(memory.bytes()).isLessThanOrEqualTo(Memory.MOST_BYTES);
        }

        assertThat(memory.size()).isBetween(100, 999);
        assertThat(memory.isAwaited("b")).isFalse();
    }

    @Test
    void boardWhoseOutcomesCannotBeRead_failsWhoWaits_andWhoAsksAgainWaitsAnew() {
        CompletableFuture<LogEntry> waiting = memory.outcome(key("b", "p"));
        CompletableFuture<LogEntry> elsewhere = memory.outcome(key("other", "p"));

        memory.fail("b", new IllegalStateException("unreadable"));

        assertThat(waiting).isCompletedExceptionally();
        assertThat(elsewhere).isNotDone();
        assertThat(memory.isAwaited("b")).isFalse();
        assertThat(memory.outcome(key("b", "p"))).isNotDone();
        assertThat(memory.isAwaited("b")).isTrue();
    }

    @Test
    void proposalWhoseWorkerCanBeNone_isKnownByWhatTheKernelRepeats_wholeOrByItsHash() {
        PatchProposal proposal = new PatchProposal(
                "p", "b", "", Optional.empty(), Json.of("no patch"), Optional.empty(), Optional.empty());
        Json hash = JsonObject.builder()
                .put("sha256", CanonicalJson.sha256(JsonWriter.compactBytes(proposal.toJson())))
                .build();

        for (Json echo : List.of(proposal.toJson(), hash)) {
            Memory fresh = new Memory(told::add);
            CompletableFuture<LogEntry> waiting = fresh.outcome(RequestKey.of(proposal));
            fresh.decide(unreadable("b", Json.of("of somebody else")));
            assertThat(waiting).isNotDone();
            fresh.decide(unreadable("b", echo));
            assertThat(waiting).isCompleted();
        }
    }

    private static LogEntry unreadable(String board, Json echo) {
        return new LogEntry(
                new LogHeader(board, 1, 0, Instant.EPOCH, LogHeader.GENESIS_HASH, ""),
                new PatchRejected(
                        Optional.of("p"),
                        Optional.empty(),
                        Optional.empty(),
                        Rejection.of(RejectionCode.LENGTH, "/worker", "Expected 1 to 200 characters."),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(echo)));
    }

    /** Anybody can send something unsigned under any id; whose it is has an outcome of his own. */
    @ParameterizedTest
    @EnumSource(
            value = RejectionCode.class,
            names = {"UNSIGNED", "SIGNATURE"})
    void outcomeOfWhatNobodyHasSigned_isToldOnce_andNotToWhoSendsThatIdLater(RejectionCode code) {
        CompletableFuture<LogEntry> first = memory.outcome(key("b", "p"));
        memory.decide(rejected("b", "p", code, ""));
        assertThat(first).isCompleted();

        CompletableFuture<LogEntry> second = memory.outcome(key("b", "p"));
        assertThat(second).isNotDone();
        memory.decide(rejected("b", "p", ""));
        assertThat(second).isCompleted();
        assertThat(memory.outcome(key("b", "p"))).isCompleted();
    }
}
