package io.patchboard.encoding;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.BlueprintAmended;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.BoardMarked;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.EditBoard;
import io.patchboard.record.Event;
import io.patchboard.record.HeldMatch;
import io.patchboard.record.LogEntry;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld;
import java.util.List;
import java.util.Optional;

/** Samples of what operators do with a board's state and blueprint, and of what comes of it. */
final class VersionSamples {

    private static final String BOARD = "b-1";
    private static final String MARK = "before the merge";

    private VersionSamples() {}

    /**
     * @param created the board that they are about
     * @param patch done by hand
     * @param state after it
     */
    static List<BoardRecord> after(LogEntry created, Trigger trigger, Json patch, Json state) {
        List<BoardReopened.Invite> invites = List.of(new BoardReopened.Invite("extractor", trigger));
        BoardCreated begun = (BoardCreated) created.event();
        LogEntry marked = entry(
                created,
                1,
                new BoardMarked(OperatorSamples.requested("c-8", "It is good so far."), MARK, begun.stateHash()));
        LogEntry edited = entry(
                marked,
                2,
                new BoardEdited(
                        OperatorSamples.requested("c-9", "Nobody finds it."),
                        patch,
                        StateHash.of(state),
                        Optional.of(patch)));
        LogEntry restored = entry(
                edited,
                3,
                new BoardRestored(
                        Optional.of(OperatorSamples.requested("c-10", "It was wrong.")),
                        Optional.of(MARK),
                        1,
                        patch,
                        begun.stateHash(),
                        List.of(SampleBoard.INVOCATION),
                        invites,
                        Optional.of(new RestoreBoard.Former(
                                1, Json.nul(), begun.stateHash(), invites, List.of(held(trigger))))));
        LogEntry amended = entry(
                restored,
                3,
                new BlueprintAmended(
                        OperatorSamples.requested("c-11", "The editor may do more."),
                        begun.blueprint(),
                        begun.blueprintHash(),
                        CanonicalJson.sha256(Json.of("the one before")),
                        AmendBlueprint.Open.SUPERSEDE,
                        List.of(SampleBoard.INVOCATION),
                        invites));
        return List.of(
                new MarkBoard(OperatorSamples.header("c-8", BOARD, "It is good so far.", 1), MARK),
                marked,
                new EditBoard(OperatorSamples.header("c-9", BOARD, "Nobody finds it.", 2), patch),
                edited,
                new RestoreBoard(
                        OperatorSamples.header("c-10", BOARD, "It was wrong.", 3),
                        Optional.of(MARK),
                        Optional.of(
                                new RestoreBoard.Former(1, patch, begun.stateHash(), invites, List.of(held(trigger))))),
                restored,
                new AmendBlueprint(
                        OperatorSamples.header("c-11", BOARD, "The editor may do more.", 4),
                        begun.blueprint(),
                        AmendBlueprint.Open.SUPERSEDE),
                amended);
    }

    private static LogEntry entry(LogEntry before, long version, Event event) {
        return new LogEntry(Samples.after(before, version), event).sealed();
    }

    private static HeldMatch held(Trigger trigger) {
        return new HeldMatch(
                trigger,
                TriggerHeld.Reason.JOIN,
                Optional.of("\"s1\""),
                Optional.of(1L),
                Optional.of(SampleBoard.START.plusSeconds(600)));
    }
}
