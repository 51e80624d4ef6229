package io.patchboard.kernel.replay;

import static io.patchboard.kernel.replay.Tampering.seenByBoth;
import static io.patchboard.kernel.replay.Tampering.seenByNobody;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.replay.TamperedLog.Line;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Signature;
import io.patchboard.sign.Signer;
import java.util.Optional;
import java.util.function.Consumer;

/** What can be done to the log of an author who signs, by somebody who has not his key. */
final class SignedTamperings {

    private static final String COMMIT = "PatchCommitted";
    private static final int APPENDED = 0;
    private static final int ASKING = 1;
    private static final int ANSWER = 2;
    private static final int RELEASED = 3;

    private static final Signer STRANGER = Signer.generate();

    private SignedTamperings() {}

    static Tampering[] all() {
        return new Tampering[] {
            seenByNobody("nothing, where authors sign", log -> log.of(AuditedBoards.signed())),
            seenByBoth(
                    "a patch, by one that the blueprint allows and its author did not sign",
                    in(ASKING, line -> line.set("patch", "[{op: replace, path: /n, value: 2}]"))),
            seenByBoth(
                    "a patch, with the one that was sent beside it",
                    in(
                            ASKING,
                            line -> line.set("sentPatch", line.get("patch"))
                                    .set("patch", "[{op: add, path: /notes/0, value: forged}]")
                                    .set("sentPatch", "[{op: add, path: /notes/-, value: forged}]"))),
            seenByBoth("the patch that was sent", in(APPENDED, line -> line.set("sentPatch", "[]"))),
            seenByBoth("the patch that was sent, left out", in(APPENDED, line -> line.without("sentPatch"))),
            seenByBoth(
                    "a signed answer's `usage`",
                    in(APPENDED, line -> line.set("usage", "{inputTokens: 1, outputTokens: 1}"))),
            seenByBoth(
                    "a signed answer's `claimedViewHash`",
                    in(APPENDED, line -> line.set("claimedViewHash", Json.of("cd".repeat(32))))),
            seenByBoth("a signed answer's `proposalId`", in(ANSWER, line -> line.set("proposalId", "another"))),
            seenByBoth("a signature left out", in(ASKING, line -> line.without("signature"))),
            seenByBoth("a signature from another entry", log -> {
                log.of(AuditedBoards.signed());
                log.exchange(log.line(COMMIT, ASKING), log.line(COMMIT, ANSWER), "signature");
                log.refold().rechain();
            }),
            seenByBoth("a byte of a signature", in(ASKING, line -> signature(line, "value", flipped(line)))),
            seenByBoth(
                    "a signature that is no base64url", in(ASKING, line -> signature(line, "value", "*".repeat(86)))),
            seenByBoth("a signature's `audience`", in(ASKING, line -> signature(line, "audience", "other.proposals"))),
            seenByBoth("a signature by a stranger's key", in(ASKING, line -> line.set("signature", stranger(line)))),
            seenByBoth("a signature by a stranger's key, under the author's", in(ASKING, line -> {
                line.set("signature", stranger(line));
                signature(line, "key", AuditedBoards.AUTHOR.publicKey());
            })),
            seenByBoth(
                    "the signature of what a gate held, left out as it was let pass",
                    in(RELEASED, line -> line.without("signature"))),
            seenByBoth(
                    "a patch, another than the one that was signed and stands beside it",
                    in(APPENDED, line -> line.set("patch", "[{op: add, path: /notes/0, value: forged}]"))),
            seenByBoth("a signature where the worker has no keys", log -> {
                Line line = log.line(COMMIT, 0);
                line.set("signature", stranger(line));
                log.rechain();
            }),
            seenByBoth("a patch that was sent, where the worker has no keys", log -> {
                Line line = log.line(COMMIT, 0);
                line.set("sentPatch", line.get("patch"));
                log.rechain();
            }),
            seenByBoth("a patch of an edit that was sent, where there are no operators", log -> {
                log.of(AuditedBoards.steered());
                Line line = log.line("BoardEdited", 0);
                line.set("sentPatch", line.get("patch"));
                log.rechain();
            }),
            seenByBoth("a signature of a command, where there are no operators", log -> {
                log.line("BoardPaused", 0).set("signature", stranger(log.line(COMMIT, 0)));
                log.rechain();
            }),
            seenByBoth("the log of an author's board as that of another", log -> {
                log.of(AuditedBoards.signed());
                log.lines.forEach(line -> line.set("boardId", "b-2"));
                log.rechain();
            }),
        };
    }

    private static Consumer<TamperedLog> in(int nth, Consumer<Line> change) {
        return log -> {
            log.of(AuditedBoards.signed());
            change.accept(log.line(COMMIT, nth));
            log.refold().rechain();
        };
    }

    private static void signature(Line line, String name, String value) {
        line.set("signature", ((JsonObject) line.get("signature")).with(name, Json.of(value)));
    }

    private static String flipped(Line line) {
        String value = Texts.json(line.get("signature").toString()) instanceof JsonObject signature
                ? signature.get("value").orElseThrow().toString()
                : "";
        String text = value.substring(1, value.length() - 1);
        return (text.charAt(0) == 'A' ? "B" : "A") + text.substring(1);
    }

    /** As of one who has written the same, and signs for himself. */
    private static JsonObject stranger(Line line) {
        PatchProposal proposal = new PatchProposal(
                line.text("proposalId"),
                line.text("boardId"),
                line.text("worker"),
                Optional.empty(),
                line.get("patch"),
                Optional.empty(),
                Optional.empty());
        return STRANGER.sign(proposal, "patchboard.proposals")
                .signature()
                .map(Signature::toJson)
                .orElseThrow();
    }
}
