package io.patchboard.standalone.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SentRecord;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.StateHash;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InputAuditTest {

    static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    private InputAudit audit = audit(Optional.empty());
    private long offset;

    static LogHeader header(String board) {
        return new LogHeader(board, 1, 0, Instant.EPOCH, LogHeader.GENESIS_HASH, "");
    }

    static LogEntry created(String board) {
        return new LogEntry(
                header(board),
                new BoardCreated("c", JsonObject.EMPTY, "", JsonObject.EMPTY, Json.nul(), StateHash.of(Json.nul())));
    }

    private static LogEntry committed(String board, String worker, String invocation, String id) {
        return new LogEntry(
                header(board),
                new PatchCommitted(
                        id,
                        worker,
                        Optional.of(invocation).filter(some -> !some.isEmpty()),
                        Optional.empty(),
                        Optional.empty(),
                        JsonReader.parse("[]"),
                        Optional.empty(),
                        StateHash.of(Json.nul())));
    }

    private static LogEntry rejected(String board, Optional<String> id, Json proposal) {
        return new LogEntry(
                header(board),
                new PatchRejected(
                        id,
                        id.map(some -> "w"),
                        Optional.empty(),
                        Rejection.of(RejectionCode.JSON, "", "Expected JSON."),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(proposal)));
    }

    static Json excerpt(String value) {
        return JsonObject.builder()
                .put("bytes", value.length())
                .put("sha256", sha256(value))
                .put("beginning", value)
                .build();
    }

    private static String sha256(String value) {
        return CanonicalJson.sha256(value.getBytes(StandardCharsets.UTF_8));
    }

    static String proposal(String board, String worker, String invocation, String id) {
        String invited = invocation.isEmpty() ? "" : "\"invocationId\":\"" + invocation + "\",";
        return "{\"proposalId\":\"" + id + "\",\"boardId\":\"" + board + "\",\"worker\":\"" + worker + "\"," + invited
                + "\"patch\":[]}";
    }

    static InputAudit audit(Optional<Instant> cut) {
        return new InputAudit(TOPICS, Map.of(), cut);
    }

    private void sent(String topic, String key, String value, boolean passed, boolean strayed) {
        audit.sent(record(topic, offset++, key, value, passed, strayed));
    }

    static SentRecord record(String topic, long offset, String key, String value, boolean passed, boolean strayed) {
        return new SentRecord(
                topic,
                0,
                offset,
                key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8),
                Instant.EPOCH,
                passed,
                strayed);
    }

    private void proposed(String key, String value) {
        sent(TOPICS.proposals(), key, value, true, false);
    }

    @BeforeEach
    void createBoard() {
        audit.outcome(created("b"));
    }

    private List<String> missing() {
        audit.finish();
        return audit.findings().stream()
                .map(finding -> finding.expected() + "; " + finding.found())
                .toList();
    }

    @Test
    void proposal_isKnownByBoardWorkerInvocationAndId() {
        audit.outcome(committed("b", "w", "i", "p"));
        proposed("b", proposal("b", "w", "i", "p"));
        proposed("b", proposal("b", "w", "i", "p"));
        proposed("b", proposal("b", "w", "", "p"));
        proposed("b", proposal("b", "v", "i", "p"));
        audit.outcome(created("c"));
        proposed("c", proposal("c", "w", "i", "p"));

        assertThat(missing())
                .containsExactly(
                        "an outcome of proposal p; none; it is at patchboard.proposals-0@2",
                        "an outcome of proposal p; none; it is at patchboard.proposals-0@3",
                        "an outcome of proposal p; none; it is at patchboard.proposals-0@4");
    }

    @Test
    void rejectionThatEndsNoInvocation_namesIt_inWhatWasSent() {
        String text = proposal("b", "w", "i", "p");
        audit.outcome(rejected("b", Optional.of("p"), JsonReader.parse(text)));
        proposed("b", text);
        proposed("b", text);

        assertThat(missing()).isEmpty();
        assertThat(audit.summary()).isEqualTo("2 inputs have an outcome");
    }

    @Test
    void recordsWithoutAnId_haveARejectionEach() {
        audit.outcome(rejected("b", Optional.empty(), excerpt("garbage")));
        audit.outcome(rejected("!partition-0", Optional.empty(), excerpt("bad key")));
        audit.outcome(rejected("b", Optional.empty(), JsonReader.parse("{\"worker\":\"w\"}")));
        proposed("b", "garbage");
        proposed("", "bad key");
        proposed("b", "{ \"worker\": \"w\" }");
        proposed("b", "garbage");

        assertThat(missing())
                .containsExactly("an outcome of proposal without an id, SHA-256 " + sha256("garbage")
                        + "; none; it is at patchboard.proposals-0@3");
    }

    @Test
    void recordThatIsNone_isKnownByTheIdsThatCanBeReadOfIt() {
        audit.outcome(rejected("b", Optional.of("p"), excerpt("what was sent first")));
        proposed("b", "{\"proposalId\":\"p\",\"boardId\":\"b\",\"worker\":\"w\",\"patch\":-1e-1001}");
        proposed("b", "{\"proposalId\":\"q\",\"boardId\":\"b\",\"worker\":\"w\",\"patch\":[{\"op\":Radd");

        assertThat(missing()).containsExactly("an outcome of proposal q; none; it is at patchboard.proposals-0@1");
    }

    @Test
    void commands_areKnownByTheirId() {
        audit.outcome(new LogEntry(
                header("b"),
                new CommandRejected(
                        Optional.of("c-1"),
                        Rejection.of(RejectionCode.UNKNOWN_BOARD, "/boardId", "Expected a board."),
                        List.of(),
                        Optional.empty())));
        for (String id : List.of("c-1", "c-2")) {
            String pause = "{\"type\":\"PauseBoard\",\"commandId\":\"" + id + "\",\"boardId\":\"b\"}";
            sent(TOPICS.commands(), "b", pause, true, false);
        }

        assertThat(missing()).containsExactly("an outcome of command c-2; none; it is at patchboard.commands-0@1");
    }

    @Test
    void whatTheKernelHasNotPassed_isCountedApart() {
        sent(TOPICS.proposals(), "b", proposal("b", "w", "", "p"), false, false);

        assertThat(missing()).isEmpty();
        assertThat(audit.summary()).isEqualTo("0 inputs have an outcome, 1 are not yet decided");
    }

    @Test
    void recordWithoutAUsableKey_isKnownByItsIdInTheLogOfItsPartition() {
        String text = proposal("b", "w", "", "p");
        audit.outcome(rejected("!partition-0", Optional.of("p"), JsonReader.parse(text)));
        proposed("", text);
        proposed("", text);

        assertThat(missing()).isEmpty();
        assertThat(audit.summary()).isEqualTo("2 inputs have an outcome");
    }

    @Test
    void whatCameForABoardThatNobodyHasCreated_isCountedApart() {
        proposed("never", proposal("never", "w", "", "p"));

        assertThat(missing()).isEmpty();
        assertThat(audit.summary())
                .isEqualTo("0 inputs have an outcome, 1 wait some seconds for a board that nobody has created");
    }

    @Test
    void whatWasSentToBoardsWhoseLogsWereCutOff_isNoFinding_andSaidToBeThat() {
        audit = audit(Optional.of(Instant.EPOCH.plusMillis(1)));
        proposed("archived", proposal("archived", "w", "", "p"));
        sent(TOPICS.proposals(), "archived", proposal("archived", "w", "", "q"), true, true);
        sent(TOPICS.proposals(), "archived", proposal("archived", "w", "", "q"), true, false);

        assertThat(missing()).isEmpty();
        assertThat(audit.summary())
                .isEqualTo("0 inputs have an outcome, 2 are of boards whose logs were cut off (see: replay"
                        + " --archive), 1 were moved to their board's partition");
        audit = audit(Optional.of(Instant.EPOCH));
        proposed("young", proposal("young", "w", "", "p"));
        assertThat(audit.summary()).contains("1 wait some seconds for a board");
    }

    @Test
    void recordThatWasMoved_countsOnce_andIsMissingOnlyIfItWaitsNowhere() {
        audit.outcome(committed("b", "w", "", "done"));
        audit.outcome(rejected("b", Optional.empty(), excerpt("garbage")));
        sent(TOPICS.proposals(), "b", proposal("b", "w", "", "done"), true, true);
        sent(TOPICS.proposals(), "b", proposal("b", "w", "", "done"), true, false);
        sent(TOPICS.proposals(), "b", "garbage", true, false);
        sent(TOPICS.proposals(), "b", "garbage", true, true);
        sent(TOPICS.proposals(), "b", proposal("b", "w", "", "waits"), true, true);
        sent(TOPICS.proposals(), "b", proposal("b", "w", "", "waits"), false, false);
        sent(TOPICS.proposals(), "b", proposal("b", "w", "", "lost"), true, true);

        assertThat(missing()).containsExactly("an outcome of proposal lost; none; it is at patchboard.proposals-0@6");
        assertThat(audit.summary())
                .isEqualTo("2 inputs have an outcome, 1 are not yet decided, 3 were moved to their board's partition,"
                        + " 1 have none");
    }

    @Test
    void recordThatWasMoved_mayWaitForItsBoard_orForTheKernel_whateverItsBytesLookLike() {
        for (String value : List.of("garbage", "\0\0\0\0\7looks like Avro")) {
            sent(TOPICS.commands(), "b", value, true, true);
            sent(TOPICS.commands(), "b", value, false, false);
            sent(TOPICS.commands(), "never", value, true, true);
            sent(TOPICS.commands(), "never", value, true, false);
        }

        assertThat(missing()).isEmpty();
        assertThat(audit.needRegistry()).isZero();
        assertThat(audit.summary())
                .isEqualTo("0 inputs have an outcome, 2 are not yet decided, 2 wait some seconds for a board that"
                        + " nobody has created, 4 were moved to their board's partition");
    }

    @Test
    void recordThatOnlyARegistryExplains_isNotCalledMissing() {
        proposed("b", "\0\0\0\0\7some Avro");

        assertThat(missing()).isEmpty();
        assertThat(audit.needRegistry()).isEqualTo(1);
    }

    @Test
    void longSet_holdsWhatWasAdded_andNothingElse() {
        LongSet set = new LongSet();
        for (long i = 0; i < 10_000; i++) {
            set.add(i * 0x9E3779B97F4A7C15L);
        }
        for (long i = 0; i < 10_000; i++) {
            assertThat(set.contains(i * 0x9E3779B97F4A7C15L)).isTrue();
            assertThat(set.contains(i * 0x9E3779B97F4A7C15L + 1)).isFalse();
        }
    }
}
