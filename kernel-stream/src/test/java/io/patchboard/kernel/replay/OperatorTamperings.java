package io.patchboard.kernel.replay;

import static io.patchboard.kernel.replay.Tampering.seenByBoth;
import static io.patchboard.kernel.replay.Tampering.seenByNobody;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.replay.TamperedLog.Line;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Signature;
import io.patchboard.sign.Signer;
import java.util.Optional;
import java.util.function.Consumer;

/** What can be done to the log of a board whose operators sign, by somebody who has not their keys. */
final class OperatorTamperings {

    private static final String SENT = "sentFormer";
    private static final Signer STRANGER = Signer.generate();

    private OperatorTamperings() {}

    static Tampering[] all() {
        return new Tampering[] {
            seenByNobody("nothing, where operators sign", log -> log.of(AuditedBoards.operated())),
            seenByBoth("an operator's signature left out", in("BoardPaused", line -> line.without("signature"))),
            seenByBoth(
                    "an operator's signature by a stranger's key",
                    in("BoardPaused", line -> line.set("signature", stranger(line)))),
            seenByBoth(
                    "an operator's signature, for another topic",
                    in(
                            "BoardPaused",
                            line -> line.set(
                                    "signature",
                                    ((JsonObject) line.get("signature")).with("audience", Json.of("others"))))),
            seenByBoth("an operator's `reason`", in("BoardResumed", line -> line.set("reason", Json.of("other")))),
            seenByBoth("an operator's name", in("BoardResumed", line -> line.set("by", Json.of("bob")))),
            seenByBoth("a signed `expectedSequence`", in("BoardPaused", line -> line.set("expectedSequence", "0"))),
            seenByBoth(
                    "a signed `input`, and the first state",
                    in("BoardCreated", line -> line.set("input", "{n: 2}").set("state", "{notes: [], n: 2}"))),
            seenByBoth(
                    "a signed creation's first state",
                    in("BoardCreated", line -> line.set("state", "{notes: [], n: 2}"))),
            seenByBoth(
                    "a signed edit's patch",
                    in("BoardEdited", line -> line.set("patch", "[{op: add, path: /notes/0, value: forged}]"))),
            seenByBoth(
                    "a signed edit's patch, at another place",
                    in("BoardEdited", line -> line.set("patch", "[{op: add, path: /others, value: a}]"))),
            seenByBoth(
                    "a signed edit's patch, with the one that was sent beside it",
                    in(
                            "BoardEdited",
                            line -> line.set("patch", "[{op: add, path: /notes/0, value: forged}]")
                                    .set("sentPatch", "[{op: add, path: /notes/-, value: forged}]"))),
            seenByBoth("the name of a signed mark", in("BoardMarked", line -> line.set("name", Json.of("bad")))),
            seenByBoth(
                    "the patch of a signed restore",
                    in("BoardRestored", line -> line.set("patch", "[{op: replace, path: /n, value: 3}]"))),
            seenByBoth(
                    "a version that was sent, of a signed restore to a mark",
                    in(
                            "BoardRestored",
                            line -> line.set(
                                    SENT,
                                    JsonObject.of("version", line.get("restoredVersion"))
                                            .with("stateHash", line.get("stateHash"))
                                            .with("stateHashScheme", line.get("stateHashScheme"))
                                            .with("invites", line.get("invites"))
                                            .with("held", JsonArray.EMPTY)))),
            seenByBoth(
                    "the version that was sent, of a signed restore, left out", toVersion(line -> line.without(SENT))),
            seenByBoth(
                    "the version that was sent, of a signed restore, with matches that waited",
                    toVersion(line -> line.set(
                            SENT,
                            ((JsonObject) line.get(SENT))
                                    .with("held", Texts.json("[{trigger: {rule: r, sequence: 1}, reason: delay}]"))))),
            seenByBoth("a signed command as another", log -> {
                log.of(AuditedBoards.operated());
                log.exchange(log.line("BoardPaused", 0), log.line("BoardResumed", 0), "signature");
                log.rechain();
            }),
        };
    }

    private static Consumer<TamperedLog> toVersion(Consumer<Line> change) {
        return log -> {
            log.of(AuditedBoards.operated());
            change.accept(log.line("BoardRestored", 1));
            log.refold().rechain();
        };
    }

    private static Consumer<TamperedLog> in(String type, Consumer<Line> change) {
        return log -> {
            log.of(AuditedBoards.operated());
            change.accept(log.line(type, 0));
            log.refold().rechain();
        };
    }

    /** As of one who has asked for the same, and signs for himself. */
    private static JsonObject stranger(Line line) {
        CommandHeader header =
                CommandHeader.of(line.text("commandId"), line.text("boardId"), line.text("by"), line.text("reason"));
        return STRANGER.sign(new PauseBoard(header.expecting(Optional.of(1L))), "patchboard.commands")
                .signature()
                .map(Signature::toJson)
                .orElseThrow();
    }
}
