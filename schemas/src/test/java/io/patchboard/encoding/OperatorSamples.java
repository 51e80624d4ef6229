package io.patchboard.encoding;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.Decided;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.LogEntry;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Raise;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.Requested;
import io.patchboard.record.StateHash;
import io.patchboard.record.Trigger;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Samples of what people ask of a board that does not go on by itself, and of what comes of it. */
final class OperatorSamples {

    private static final String REASON = "The other model can do it.";

    private OperatorSamples() {}

    static CommandHeader header(String commandId, String board, String reason, long expectedSequence) {
        return CommandHeader.of(commandId, board, "ada", reason).expecting(Optional.of(expectedSequence));
    }

    static Requested requested(String commandId, String reason) {
        return new Requested(commandId, Optional.of("ada"), Optional.of(reason));
    }

    static ForkOrigin origin(Json state) {
        return new ForkOrigin("b-0", 7, CanonicalJson.sha256(Json.of("b-0 7")), StateHash.of(state));
    }

    /** @param cancelled the end of the board that they are about */
    static List<BoardRecord> after(LogEntry cancelled, Trigger trigger) {
        String board = cancelled.boardId();
        List<Raise> raised = List.of(new Raise("workers/extractor/tokens", new BigDecimal("20000")));
        LogEntry reopened = new LogEntry(
                        Samples.after(cancelled, 4),
                        new BoardReopened(
                                requested("c-6", "The model is back."),
                                raised,
                                List.of(new BoardReopened.Invite("extractor", trigger))))
                .sealed();
        LogEntry needsPerson = new LogEntry(
                        Samples.after(reopened, 4),
                        new NeedsPerson(
                                NeedsPerson.Kind.INCIDENT,
                                BoardHalted.Reason.OUTAGE,
                                "extractor",
                                NeedsPerson.Holds.WORKER,
                                Optional.of("extractor"),
                                Optional.of(trigger),
                                "Expected worker \"extractor\" to be back within PT6H, but it is still away (outage).",
                                List.of(
                                        NeedsPerson.Option.RETRY,
                                        NeedsPerson.Option.WORKER,
                                        NeedsPerson.Option.SKIP,
                                        NeedsPerson.Option.HALT)))
                .sealed();
        LogEntry decided = new LogEntry(
                        Samples.after(needsPerson, 4),
                        new Decided(
                                requested("c-7", REASON),
                                needsPerson.sequence(),
                                NeedsPerson.Option.WORKER,
                                Optional.of("verifier"),
                                List.of(),
                                List.of(new BoardReopened.Invite("verifier", trigger))))
                .sealed();
        return List.of(
                new ReopenBoard(header("c-6", board, "The model is back.", cancelled.sequence()), raised),
                reopened,
                new Decide(
                        header("c-7", board, REASON, needsPerson.sequence()),
                        Optional.of(needsPerson.sequence()),
                        NeedsPerson.Option.WORKER,
                        Optional.of("verifier"),
                        List.of()),
                needsPerson,
                decided);
    }
}
