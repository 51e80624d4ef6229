package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Rich;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.StoredForm;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SlotFormatTest {

    private static final String CLAIMS = """
            apiVersion: patchboard/v1
            name: claims
            state: {schema: {type: object}, initial: {claims: []}}
            workers:
              scout: {unsolicited: true, write: [{op: [add], path: /claims/-}]}
              checker: {read: ['/claims/*'], write: [{op: [add], path: '/claims/*/status'}]}
            rules: [{name: check, on: {op: [add], path: '/claims/*'}, invoke: checker}]
            complete: {when: size(state.claims) == 9, result: /claims}
            """;

    private static final String GOLDEN_1 =
            "014298fca40000000000000008cdcdcdcd0000019b76daacd2ababababababababababababababababababababababab"
                    + "ababababababababab0000000000000003000000ad8e54f89ba6f9b993000e636865636b6572020a696e762d31020a63"
                    + "6865636b0e02122f636c61696d732f3000005c5b7b226f70223a22616464222c2270617468223a222fc3a9222c227661"
                    + "6c7565223a5b312e352c6e756c6c5d7d5d02d80cc0010208302e30310000800130313031303130313031303130313031"
                    + "303130313031303130313031303130313031303130313031303130313031303130313031303130313031303130313031"
                    + "0200";

    /** The same with the schema of an answer that may ask to see more. */
    private static final String GOLDEN_2 =
            "0100e42a240000000000000008cdcdcdcd0000019b76daacd2ababababababababababababababababababababababab"
                    + "ababababababababab0000000000000003000000ae064fcdf942b121f1000e636865636b6572020a696e762d31020a63"
                    + "6865636b0e02122f636c61696d732f3000005c5b7b226f70223a22616464222c2270617468223a222fc3a9222c227661"
                    + "6c7565223a5b312e352c6e756c6c5d7d5d02d80cc0010208302e30310000800130313031303130313031303130313031"
                    + "303130313031303130313031303130313031303130313031303130313031303130313031303130313031303130313031"
                    + "020000";

    /** The same with the schema of an answer that a gate may have held. */
    private static final String GOLDEN_3 =
            "01c58fb2920000000000000008cdcdcdcd0000019b76daacd2abababababababababababababababababababababab"
                    + "abababababababababab0000000000000003000000b0f846186604cfa30d000e636865636b6572020a696e762d3102"
                    + "0a636865636b0e02122f636c61696d732f3000005c5b7b226f70223a22616464222c2270617468223a222fc3a9222c"
                    + "2276616c7565223a5b312e352c6e756c6c5d7d5d02d80cc0010208302e303100008001303130313031303130313031"
                    + "3031303130313031303130313031303130313031303130313031303130313031303130313031303130313031303130"
                    + "31303130310200000000";

    /** The same with the schema of an answer that may be made of an event. */
    private static final String GOLDEN_4 =
            "0156ce60b10000000000000008cdcdcdcd0000019b76daacd2abababababababababababababababababababababab"
                    + "abababababababababab0000000000000003000000b1b17e2489ff4fdbe1000e636865636b6572020a696e762d3102"
                    + "0a636865636b0e02122f636c61696d732f3000005c5b7b226f70223a22616464222c2270617468223a222fc3a9222c"
                    + "2276616c7565223a5b312e352c6e756c6c5d7d5d02d80cc0010208302e303100008001303130313031303130313031"
                    + "3031303130313031303130313031303130313031303130313031303130313031303130313031303130313031303130"
                    + "3130313031020000000000";

    /** The same with the schema of an answer that may be signed. */
    private static final String GOLDEN_5 =
            "016c6957670000000000000008cdcdcdcd0000019b76daacd2abababababababababababababababababababababab"
                    + "abababababababababab0000000000000003000000b5084d8938b9c315fd000e636865636b6572020a696e762d3102"
                    + "0a636865636b0e02122f636c61696d732f300000005c5b7b226f70223a22616464222c2270617468223a222fc3a922"
                    + "2c2276616c7565223a5b312e352c6e756c6c5d7d5d02d80cc0010208302e3031000080013031303130313031303130"
                    + "3130313031303130313031303130313031303130313031303130313031303130313031303130313031303130313031"
                    + "303130313031020000000000000000";

    /** Before commits said what taints what they wrote. */
    private static final String GOLDEN_6 =
            "0128e18d810000000000000008cdcdcdcd0000019b76daacd2abababababababababababababababababababababab"
                    + "abababababababababab0000000000000003000000b6fa850fc76c3ffd86000e636865636b6572020a696e762d3102"
                    + "0a636865636b0e02122f636c61696d732f30000000005c5b7b226f70223a22616464222c2270617468223a222fc3a9"
                    + "222c2276616c7565223a5b312e352c6e756c6c5d7d5d02d80cc0010208302e30310000800130313031303130313031"
                    + "3031303130313031303130313031303130313031303130313031303130313031303130313031303130313031303130"
                    + "31303130313031020000000000000000";

    /** Before commits said who wrote for another, and usage which tools. */
    private static final String GOLDEN_7 =
            "01bf90e48b0000000000000008cdcdcdcd0000019b76daacd2ababababababababababababababababababababab"
                    + "ababababababababababab0000000000000003000000b7b03925081fbffbde000e636865636b6572020a696e762d"
                    + "31020a636865636b0e02122f636c61696d732f30000000005c5b7b226f70223a22616464222c2270617468223a22"
                    + "2fc3a9222c2276616c7565223a5b312e352c6e756c6c5d7d5d02d80cc0010208302e303100008001303130313031"
                    + "30313031303130313031303130313031303130313031303130313031303130313031303130313031303130313031"
                    + "30313031303130313031303102000000000000000000";

    /** Before usage told of the circumstances in which an answer was made. */
    private static final String GOLDEN_8 =
            "01d15a7dfb0000000000000008cdcdcdcd0000019b76daacd2ababababababababababababababababababababab"
                    + "ababababababababababab0000000000000003000000bac9b403fa1b9c29d1000e636865636b6572020a696e762d"
                    + "31020a636865636b0e02122f636c61696d732f30000000005c5b7b226f70223a22616464222c2270617468223a22"
                    + "2fc3a9222c2276616c7565223a5b312e352c6e756c6c5d7d5d02d80cc0010208302e303100000000800130313031"
                    + "30313031303130313031303130313031303130313031303130313031303130313031303130313031303130313031"
                    + "30313031303130313031303130310200000000000000000000";

    /** The same with the schema of an answer as it is by now. */
    private static final String LATEST =
            "0160c0a7f30000000000000008cdcdcdcd0000019b76daacd2ababababababababababababababababababababab"
                    + "ababababababababababab0000000000000003000000be3ccd4c5b974ce5d8000e636865636b6572020a696e762d"
                    + "31020a636865636b0e02122f636c61696d732f30000000005c5b7b226f70223a22616464222c2270617468223a22"
                    + "2fc3a9222c2276616c7565223a5b312e352c6e756c6c5d7d5d02d80cc0010208302e303100000000000000008001"
                    + "30313031303130313031303130313031303130313031303130313031303130313031303130313031303130313031"
                    + "3031303130313031303130313031303130310200000000000000000000";

    private final Applier applier = new Applier(new Blueprints());

    /** A decision and the board that it was made on. */
    private record Step(Board before, List<LogEntry> entries) {}

    /** The decisions of a log, told apart by their times, each with the board that the full entries lead to. */
    private List<Step> steps(List<LogEntry> log) {
        List<Step> steps = new ArrayList<>();
        Board board = Board.absent(Scenario.BOARD);
        for (LogEntry entry : log) {
            steps.add(new Step(board, List.of(entry)));
            board = applier.apply(board, entry);
        }
        return steps;
    }

    private static String text(Board board) {
        return JsonWriter.compact(BoardJson.write(board));
    }

    private Board applied(Board before, List<LogEntry> entries) {
        Board board = before;
        for (LogEntry entry : entries) {
            board = applier.apply(board, entry);
        }
        return board;
    }

    @Test
    void essence_ofEveryEntryOfARichLog_appliesAsTheEntryDoes() {
        assertEssenceApplies(Rich.ended());
    }

    /** Where detectors count what is wrong, and where. */
    @Test
    void essence_ofAnAnswerThatCannotBeRead_appliesAsTheEntryDoes() {
        Scenario board = new Scenario(CLAIMS).created();
        board.propose("scout", "[{op: add, path: /claims/-, value: {text: t}}]");
        String invocation = board.invocation("checker").invocationId();
        board.decide(new Input.Undecodable(
                false,
                new Input.Ids(Optional.of("a-1"), Optional.of("checker"), Optional.of(invocation)),
                true,
                Rejection.of(RejectionCode.FIELD, "/usage/inputTokens", "Expected no negative number."),
                JsonObject.EMPTY));

        assertThat(board.entries(PatchRejected.class).getFirst().invocationId()).contains(invocation);
        assertEssenceApplies(board);
    }

    private void assertEssenceApplies(Scenario board) {
        for (Step step : steps(board.log())) {
            if (!(step.entries().get(0).event() instanceof BoardCreated)) {
                byte[] slot = SlotFormat.write(step.before(), step.entries());
                List<LogEntry> read = SlotFormat.read(step.before(), 0, slot).orElseThrow();
                assertThat(text(applied(step.before(), read)))
                        .as("%s", step.entries())
                        .isEqualTo(text(applied(step.before(), step.entries())));
            }
        }
    }

    @Test
    void slot_ofAnAnswerWith200Bytes_isLittleMore() {
        Scenario board = new Scenario(CLAIMS).created();
        List<LogEntry> asked = board.propose("scout", "[{op: add, path: /claims/-, value: {text: t}}]");
        WorkerInvoked invoked = Scenario.only(asked, WorkerInvoked.class);
        Board before = board.board();
        List<LogEntry> answered =
                board.answer(invoked, "[{op: add, path: /claims/0/status, value: '" + "x".repeat(149) + "'}]");
        LogEntry committed = Scenario.onlyEntry(answered, PatchCommitted.class);
        assertThat(JsonWriter.compact(((PatchCommitted) committed.event()).patch()))
                .hasSize(200);

        byte[] slot = SlotFormat.write(before, answered);

        System.out.printf(
                "A patch of 200 bytes: slot of %d bytes, log entry of %d bytes%n",
                slot.length, JsonWriter.compact(committed.toJson()).length());
        assertThat(slot).hasSizeLessThan(450);
    }

    /**
     * Stores hold such bytes for years. Whoever changes the format gives it another number and still reads this one.
     */
    @Test
    void read_ofBytesOfFormat1_isWhatTheySay() {
        Board board = boardAfter(7);
        assertThat(HexFormat.of().formatHex(SlotFormat.write(board, List.of(golden()))))
                .isEqualTo(LATEST);
        for (String stored :
                List.of(GOLDEN_1, GOLDEN_2, GOLDEN_3, GOLDEN_4, GOLDEN_5, GOLDEN_6, GOLDEN_7, GOLDEN_8, LATEST)) {
            LogEntry committed = SlotFormat.read(board, 7, HexFormat.of().parseHex(stored))
                    .orElseThrow()
                    .get(0);

            assertThat(committed).isEqualTo(golden());
        }
    }

    private static LogEntry golden() {
        return new LogEntry(
                new LogHeader("b-1", 8, 3, Scenario.START.plusMillis(1_234), "", "ab".repeat(32)),
                new PatchCommitted(
                        "",
                        "checker",
                        Optional.of("inv-1"),
                        Optional.of(new Trigger("check", 7, Optional.of("/claims/0"))),
                        Optional.empty(),
                        JsonReader.parse("[{\"op\":\"add\",\"path\":\"/é\",\"value\":[1.5,null]}]"),
                        Optional.of(new Usage(812, 96, Optional.of(new BigDecimal("0.01")))),
                        new StateHash(StateHash.MERKLE, "01".repeat(32))));
    }

    private static Board boardAfter(long sequence) {
        Board none = Board.absent(Scenario.BOARD);
        return BoardJson.read(
                StoredForm.with(
                        StoredForm.with(BoardJson.write(none), "log.sequence", Json.of(sequence)),
                        "log.lastHash",
                        Json.of("cd".repeat(32))),
                hash -> {
                    throw new AssertionError(hash);
                });
    }

    @Test
    void read_ofASlotFromBeforeTheSnapshot_isNothing() {
        Step step = steps(Rich.paused().log()).get(4);
        byte[] slot = SlotFormat.write(step.before(), step.entries());
        Board later = boardAfter(5);

        assertThat(SlotFormat.read(later, 5, slot)).isEmpty();
    }

    @Test
    void read_ofASlotThatDoesNotFollow_isRefused() {
        List<Step> steps = steps(Rich.paused().log());
        byte[] sixth = SlotFormat.write(steps.get(5).before(), steps.get(5).entries());
        Board fourth = steps.get(4).before();
        Board others = boardAfter(5);

        assertThatThrownBy(() -> SlotFormat.read(fourth, 3, sixth))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("follows on entry 4")
                .hasMessageContaining("begins with entry 6");
        assertThatThrownBy(() -> SlotFormat.read(others, 3, sixth))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("cdcdcdcd");
    }

    @Test
    void read_ofDamagedBytes_isRefused() {
        Step step = steps(Rich.paused().log()).get(6);
        byte[] slot = SlotFormat.write(step.before(), step.entries());
        for (int i = 0; i < slot.length; i++) {
            byte[] damaged = slot.clone();
            damaged[i] ^= 0x10;
            assertThatThrownBy(() -> SlotFormat.read(step.before(), 0, damaged))
                    .as("byte %d", i)
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("The store of board b-1 is damaged.")
                    .hasMessageContaining("remove its state directory");
            byte[] cut = Arrays.copyOf(slot, i);
            assertThatThrownBy(() -> SlotFormat.read(step.before(), 0, cut))
                    .as("%d bytes", i)
                    .isInstanceOf(CorruptStoreException.class);
        }
    }
}
