package io.patchboard.kernel.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.Rich;
import io.patchboard.kernel.Scenario;
import io.patchboard.kernel.apply.Applier;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.BoardJson;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.Event;
import io.patchboard.record.FieldException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A log that was tampered with is found out; one that was not is not. */
class BoardReplayTest {

    private final Scenario board = Rich.ended();
    private final List<LogEntry> log = board.log();

    static BoardReplay replay(List<LogEntry> log) {
        BoardReplay replay = new BoardReplay(Scenario.BOARD, new Applier(new Blueprints()), true);
        log.forEach(replay::accept);
        return replay;
    }

    private static void assertFound(List<LogEntry> tampered, String what) {
        assertThat(replay(tampered).differences()).extracting(Difference::what).contains(what);
    }

    private int indexOf(Class<? extends Event> type) {
        for (int i = 0; i < log.size(); i++) {
            if (type.isInstance(log.get(i).event())) {
                return i;
            }
        }
        throw new AssertionError("no " + type);
    }

    private List<LogEntry> with(int index, UnaryOperator<LogEntry> change) {
        List<LogEntry> changed = new ArrayList<>(log);
        changed.set(index, change.apply(changed.get(index)));
        return changed;
    }

    /** Changes an entry and computes all hashes of the chain anew, as somebody would who knows how. */
    private List<LogEntry> forged(int index, UnaryOperator<LogEntry> change) {
        return chained(with(index, change));
    }

    private List<LogEntry> forged(int index, String field, Json value) {
        return forged(index, entry -> LogEntry.fromJson(entry.toJson().with(field, value)));
    }

    static List<LogEntry> chained(List<LogEntry> entries) {
        List<LogEntry> forged = new ArrayList<>(entries);
        String previous = LogHeader.GENESIS_HASH;
        for (int i = 0; i < forged.size(); i++) {
            LogHeader old = forged.get(i).header();
            LogHeader header = new LogHeader(old.boardId(), old.sequence(), old.version(), old.time(), previous, "");
            forged.set(i, new LogEntry(header, forged.get(i).event()).sealed());
            previous = forged.get(i).header().hash();
        }
        return forged;
    }

    @Test
    void hashOfAnUnknownScheme_isFound() {
        assertFound(forged(indexOf(PatchCommitted.class), "stateHashScheme", Json.of(7)), "stateHash");
    }

    @Test
    void goodLog_isIdentical() {
        BoardReplay replay = replay(log);

        assertThat(replay.differences()).isEmpty();
        assertThat(BoardJson.write(replay.board())).isEqualTo(BoardJson.write(board.board()));
    }

    @Test
    void goodLog_readFromItsText_isIdentical() {
        List<LogEntry> read = log.stream()
                .map(entry -> LogEntry.fromJson(
                        (JsonObject) JsonReader.parse(entry.toJson().toString())))
                .toList();
        assertThat(read).isEqualTo(log);
        assertThat(replay(read).differences()).isEmpty();
    }

    @Test
    void forgedNothing_isIdentical() {
        assertThat(forged(0, entry -> entry)).isEqualTo(log);
    }

    @Test
    void anyChangedField_isFound() {
        int changes = 0;
        for (int i = 0; i < log.size(); i++) {
            JsonObject json = log.get(i).toJson();
            for (String name : json.names()) {
                Optional<LogEntry> changed = changed(json, name);
                if (changed.isPresent() && !changed.get().equals(log.get(i))) {
                    LogEntry entry = changed.get();
                    assertThat(replay(with(i, same -> entry)).differences())
                            .as("%s of entry %d: %s", name, i + 1, entry)
                            .isNotEmpty();
                    changes++;
                }
            }
        }
        assertThat(changes).isGreaterThan(200);
    }

    /** The entry with another value in one field; absent if no reader would accept it. */
    private static Optional<LogEntry> changed(JsonObject json, String name) {
        try {
            return Optional.of(
                    LogEntry.fromJson(json.with(name, other(json.get(name).orElseThrow()))));
        } catch (FieldException e) {
            return Optional.empty();
        }
    }

    private static Json other(Json value) {
        return switch (value) {
            case JsonNumber number -> JsonNumber.of(number.value().add(BigDecimal.ONE));
            case JsonString text -> {
                String old = text.value();
                yield Json.of(old.matches("2026-.*Z") ? old.replace("2026", "2027") : old + "x");
            }
            case JsonArray array -> array.isEmpty() ? array : array.without(0);
            case JsonObject object -> object.with("inserted", Json.of(1));
            default -> value;
        };
    }

    @Test
    void anyRemovedEntry_isFound() {
        for (int i = 0; i < log.size() - 1; i++) {
            List<LogEntry> removed = new ArrayList<>(log);
            removed.remove(i);
            assertThat(replay(removed).differences()).as("without %d", i + 1).isNotEmpty();
        }
    }

    @Test
    void anyRepeatedEntry_isFound() {
        for (int i = 0; i < log.size(); i++) {
            List<LogEntry> repeated = new ArrayList<>(log);
            repeated.add(i, log.get(i));
            assertThat(replay(repeated).differences()).as("%d twice", i + 1).isNotEmpty();
        }
    }

    @Test
    void anySwappedEntries_areFound() {
        for (int i = 0; i < log.size() - 1; i++) {
            List<LogEntry> swapped = new ArrayList<>(log);
            Collections.swap(swapped, i, i + 1);
            assertThat(replay(swapped).differences())
                    .as("%d and %d", i + 1, i + 2)
                    .isNotEmpty();
        }
    }

    @Test
    void entryOfAnotherBoard_isFound() {
        assertFound(
                forged(2, entry -> {
                    LogHeader old = entry.header();
                    return new LogEntry(
                            new LogHeader(
                                    "other", old.sequence(), old.version(), old.time(), old.previousHash(), old.hash()),
                            entry.event());
                }),
                "entry");
    }

    @Test
    void changedPatch_withANewChain_isFoundByItsState() {
        assertFound(
                forged(
                        indexOf(PatchCommitted.class),
                        "patch",
                        JsonReader.parse("[{\"op\":\"add\",\"path\":\"/claims/0\",\"value\":{\"text\":\"forged\"}}]")),
                "stateHash");
    }

    @Test
    void changedFirstState_withANewChain_isFound() {
        int at = indexOf(BoardCreated.class);
        JsonObject state = (JsonObject) ((BoardCreated) log.get(at).event()).state();
        assertFound(forged(at, "state", state.with("big", Json.of(7))), "stateHash");
    }

    @Test
    void changedView_withANewChain_isFound() {
        assertFound(forged(indexOf(WorkerInvoked.class), "view", JsonObject.EMPTY), "viewHash");
    }

    @Test
    void changedVersion_withANewChain_isFound() {
        assertFound(
                forged(indexOf(PatchCommitted.class), entry -> {
                    LogHeader old = entry.header();
                    return new LogEntry(
                            new LogHeader(
                                    old.boardId(), old.sequence(), 99, old.time(), old.previousHash(), old.hash()),
                            entry.event());
                }),
                "version");
    }

    @Test
    void rejectionOfAnInvocationThatIsNotOpen_withANewChain_isFound() {
        for (int i = 0; i < log.size(); i++) {
            if (log.get(i).event() instanceof PatchRejected rejected
                    && rejected.retryAt().isPresent()) {
                assertFound(forged(i, "invocationId", Json.of("inv-none")), "entry");
                return;
            }
        }
        throw new AssertionError("Expected a rejection that is tried again.");
    }

    @Test
    void patchThatDoesNotApply_endsTheReplayThere() {
        int at = indexOf(PatchCommitted.class);
        BoardReplay replay =
                replay(forged(at, "patch", JsonReader.parse("[{\"op\":\"remove\",\"path\":\"/nowhere\"}]")));

        assertThat(replay.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.sequence()).isEqualTo(at + 1);
            assertThat(difference.what()).isEqualTo("entry");
        });
        assertThat(replay.board().sequence()).isEqualTo(at);
    }

    @Test
    void withoutVerification_theBoardIsRebuiltAllTheSame() {
        BoardReplay quick = new BoardReplay(Scenario.BOARD, new Applier(new Blueprints()), false);
        log.forEach(quick::accept);
        assertThat(BoardJson.write(quick.board())).isEqualTo(BoardJson.write(board.board()));
    }

    @Test
    void boardThatWasCreatedBehindWhatIsCut_isChecked_fromThereOn() {
        Scenario late = new Scenario("""
                apiVersion: patchboard/v1
                name: late
                state: {schema: {type: object}, initial: {}}
                workers: {w: {unsolicited: true, write: [{op: [add], path: /a}]}}
                """);
        late.propose("w", "[]");
        late.created();
        late.propose("w", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":1}]");
        List<LogEntry> left = late.log().subList(1, late.log().size());
        BoardReplay replay = replay(left);

        assertThat(replay.begunLate()).isTrue();
        assertThat(replay.board().version()).isEqualTo(2);
        assertThat(replay.differences()).containsExactly(new Difference(2, "sequence", "1", "2"));
        assertThat(replay.differences(true)).isEmpty();
        assertThat(replay(left.subList(1, left.size())).differences(true)).isNotEmpty();
        assertThat(replay(late.log()).begunLate()).isFalse();
    }

    /** Somebody spoke to a board that had ended, and whose log was cut. */
    @Test
    void rejectionAlone_whereTheBoardIsGone_lacksItsBeginning_andNothingElseIsSaidOfIt() {
        LogEntry late = board.propose("nobody", "[]").get(0);
        BoardReplay replay = new BoardReplay(
                Scenario.BOARD, new Applier(new Blueprints()), new Review(Limits.DEFAULT, new Blueprints()));
        replay.accept(late);

        assertThat(replay.differences())
                .containsExactly(new Difference(late.sequence(), "sequence", "1", Long.toString(late.sequence())));
    }
}
