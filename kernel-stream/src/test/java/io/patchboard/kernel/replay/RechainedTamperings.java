package io.patchboard.kernel.replay;

import static io.patchboard.kernel.replay.Tampering.seenByBoth;
import static io.patchboard.kernel.replay.Tampering.seenByReplay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.replay.TamperedLog.Line;
import java.util.function.Consumer;

/** Those after which all hashes of the chain were made anew: what is left is what the entries say. */
final class RechainedTamperings {

    private static final String COMMIT = "PatchCommitted";
    private static final String INVOCATION = "WorkerInvoked";
    private static final String REJECTION = "PatchRejected";
    private static final String CREATION = "BoardCreated";
    private static final String END = "BoardCancelled";

    /** Commits by what they do. */
    private static final int TESTED = 0;

    private static final int NO_OP = 1;
    private static final int ANSWER = 2;
    private static final int STATUS = 6;
    private static final int LAST = 7;

    /** Rejections by what they are about. */
    private static final int STRANGER = 2;

    private RechainedTamperings() {}

    /** What is changed in one entry, with all hashes of the chain made anew. */
    private static Consumer<TamperedLog> in(String type, int nth, Consumer<Line> change) {
        return log -> {
            change.accept(log.line(type, nth));
            log.rechain();
        };
    }

    static Tampering[] ofStates() {
        return new Tampering[] {
            seenByBoth(
                    "first entry: another `previousHash`",
                    log -> log.lines
                            .get(0)
                            .set("previousHash", Json.of("1".repeat(64)))
                            .rehash()),
            seenByBoth("counted from 0", log -> {
                log.lines.forEach(line -> line.add("sequence", -1));
                log.rechain();
            }),
            seenByBoth(
                    "a `stateHash` of a commit",
                    in(COMMIT, LAST, line -> line.set("stateHash", Json.of("a".repeat(64))))),
            seenByBoth(
                    "the `stateHash` of the end", in(END, 0, line -> line.set("stateHash", Json.of("a".repeat(64))))),
            seenByBoth("a `stateHash` left out", in(COMMIT, LAST, line -> line.without("stateHash"))),
            seenByBoth("an unknown `stateHashScheme`", in(COMMIT, LAST, line -> line.set("stateHashScheme", "7"))),
            seenByBoth("the scheme left out", in(COMMIT, LAST, line -> line.without("stateHashScheme"))),
            seenByBoth("the first `state`", in(CREATION, 0, line -> line.set("state", "{notes: []}"))),
            seenByBoth("the `input` that it is made of", in(CREATION, 0, line -> line.set("input", "{}"))),
            seenByBoth(
                    "the `blueprint`",
                    in(
                            CREATION,
                            0,
                            line -> line.set(
                                    "blueprint",
                                    ((JsonObject) line.get("blueprint")).with("name", Json.of("forged"))))),
            seenByReplay("a `blueprint` that is none, with its hash", in(CREATION, 0, line -> {
                JsonObject none = ((JsonObject) line.get("blueprint")).with("apiVersion", Json.of("forged"));
                line.set("blueprint", none).set("blueprintHash", Json.of(CanonicalJson.sha256(none)));
            })),
            seenByBoth("a `view`", in(INVOCATION, 0, line -> line.set("view", "{}"))),
            seenByBoth(
                    "the `viewHash` of an invocation",
                    in(INVOCATION, 2, line -> line.set("viewHash", Json.of("a".repeat(64))))),
            seenByBoth(
                    "the `view` of an invocation and its `viewHash`, but not that of the answer",
                    in(
                            INVOCATION,
                            0,
                            line -> line.set("view", "{}")
                                    .set("viewHash", Json.of(CanonicalJson.sha256(JsonObject.EMPTY))))),
            seenByBoth(
                    "the `viewHash` of a commit",
                    in(COMMIT, ANSWER, line -> line.set("viewHash", Json.of("ab".repeat(32))))),
            seenByBoth("the `viewHash` of a commit left out", in(COMMIT, ANSWER, line -> line.without("viewHash"))),
            seenByBoth(
                    "a `viewHash` in a commit that nobody was invited to",
                    in(COMMIT, LAST, line -> line.set("viewHash", Json.of("ab".repeat(32))))),
            seenByBoth(
                    "a commit that nobody was invited to: it `repeats` an action that was not done",
                    in(
                            COMMIT,
                            LAST,
                            line -> line.set("repeats", "{sequence: 2}")
                                    .set("trigger", "{rule: check, sequence: 2, actionId: act-1}"))),
            seenByBoth("a commit that `repeats` an action that was done, twice", log -> {
                log.of(AuditedBoards.keyed());
                Line repeating = log.line(COMMIT, 3);
                log.insert(repeating, TamperedLog.copy(repeating))
                        .renumber()
                        .refold()
                        .rechain();
            }),
            seenByBoth(
                    "the `viewHash` of a rejection",
                    in(REJECTION, 4, line -> line.set("viewHash", Json.of("ab".repeat(32))))),
            seenByBoth("the `marks` of a commit left out", in(COMMIT, STATUS, line -> line.without("marks"))),
            seenByBoth(
                    "`marks` of a commit that no fallback made",
                    in(COMMIT, ANSWER, line -> line.set("marks", "[degraded]"))),
            seenByBoth(
                    "a `checkpoint` in `usage` that is no hash",
                    in(COMMIT, ANSWER, line -> line.set("usage", "{checkpoint: abc}"))),
            seenByBoth(
                    "a number in `usage` below 0",
                    in(
                            COMMIT,
                            ANSWER,
                            line -> line.set(
                                    "usage", ((JsonObject) line.get("usage")).with("outputTokens", Json.of(-1))))),
            seenByBoth("the `version` of a commit", in(COMMIT, LAST, line -> line.add("version", 1))),
            seenByBoth("the `version` of a rejection", in(REJECTION, STRANGER, line -> line.add("version", -1))),
            seenByBoth("the `version` of the creation, and all after it", log -> {
                log.lines.stream().skip(1).forEach(line -> line.add("version", 1));
                log.rechain();
            }),
        };
    }

    static Tampering[] ofPatches() {
        return new Tampering[] {
            seenByBoth(
                    "a patch",
                    in(COMMIT, LAST, line -> line.set("patch", "[{op: add, path: /notes/2, value: forged}]"))),
            seenByBoth("two patches exchanged", log -> {
                log.exchange(log.line(COMMIT, TESTED), log.line(COMMIT, LAST), "patch");
                log.rechain();
            }),
            seenByBoth(
                    "commit without a change: a patch that changes something",
                    in(COMMIT, NO_OP, line -> line.set("patch", "[{op: replace, path: /e/x, value: 2}]"))),
            seenByBoth(
                    "commit without a change: a patch that cannot be done",
                    in(COMMIT, NO_OP, line -> line.set("patch", "[{op: remove, path: /no/such/place}]"))),
            seenByBoth(
                    "commit without a change: a `test` that fails",
                    in(COMMIT, NO_OP, line -> line.set("patch", "[{op: test, path: /e/x, value: 2}]"))),
            seenByBoth(
                    "commit without a change: an operation that there is not",
                    in(COMMIT, NO_OP, line -> line.set("patch", "[{op: nop, path: /e/x}]"))),
            seenByBoth("commit without a change: the next `version`, and all after it", log -> {
                Line line = log.line(COMMIT, NO_OP);
                line.add("version", 1);
                log.after(line).forEach(next -> next.add("version", 1));
                log.rechain();
            }),
            seenByBoth("a change written down as none: `version` and `stateHash` as before, and so to the end", log -> {
                Line line = log.line(COMMIT, LAST);
                Json before = log.line(COMMIT, LAST - 1).get("stateHash");
                line.set("stateHash", before).add("version", -1);
                log.after(line).forEach(next -> next.add("version", -1));
                log.line(END, 0).set("stateHash", before);
                log.rechain();
            }),
            seenByBoth(
                    "a `test` that fails, in a commit with a change",
                    in(COMMIT, TESTED, line -> line.operation(0, "value", Json.of(2)))),
            seenByBoth(
                    "an index beyond the end",
                    in(COMMIT, LAST, line -> line.operation(0, "path", Json.of("/notes/999")))),
            seenByBoth(
                    "an index with a leading zero",
                    in(COMMIT, LAST, line -> line.operation(0, "path", Json.of("/notes/02")))),
            seenByBoth("`-` left in a patch", in(COMMIT, LAST, line -> line.operation(0, "path", Json.of("/notes/-")))),
            seenByBoth(
                    "a path that is no JSON Pointer",
                    in(COMMIT, LAST, line -> line.operation(0, "path", Json.of("notes/2")))),
            seenByBoth("a path with `~2`", in(COMMIT, LAST, line -> line.operation(0, "path", Json.of("/e/~2")))),
            seenByBoth(
                    "an object moved into itself",
                    in(COMMIT, NO_OP, line -> line.set("patch", "[{op: move, from: /e, path: /e/x}]"))),
            seenByBoth(
                    "the whole state removed",
                    in(COMMIT, NO_OP, line -> line.set("patch", "[{op: remove, path: ''}]"))),
            seenByBoth(
                    "a member that its operation does not need",
                    in(COMMIT, LAST, line -> line.operation(0, "note", Json.of("forged")))),
        };
    }

    static Tampering[] ofTheCourseOfThings() {
        return new Tampering[] {
            seenByBoth(
                    "a second creation",
                    log -> log.insert(log.line(COMMIT, NO_OP), TamperedLog.copy(log.line(CREATION, 0)))
                            .renumber()
                            .rechain()),
            seenByBoth(
                    "a commit before the creation",
                    log -> log.insert(
                                    log.lines.get(0),
                                    TamperedLog.copy(log.line(COMMIT, NO_OP))
                                            .set("proposalId", "early")
                                            .set("version", "0"))
                            .renumber()
                            .rechain()),
            seenByBoth(
                    "a commit after the end, without a change",
                    log -> log.insert(
                                    log.last(),
                                    TamperedLog.copy(log.line(COMMIT, NO_OP))
                                            .set("proposalId", "late")
                                            .set("version", log.last().get("version"))
                                            .set("time", log.last().get("time"))
                                            .set("stateHash", log.line(END, 0).get("stateHash")))
                            .renumber()
                            .rechain()),
            seenByBoth(
                    "a commit after the end, with a change",
                    log -> log.insert(
                                    log.last(),
                                    TamperedLog.copy(log.line(COMMIT, LAST)).set("proposalId", "late"))
                            .renumber()
                            .refold()
                            .rechain()),
            seenByBoth(
                    "an invocation after the end",
                    log -> log.insert(
                                    log.last(),
                                    TamperedLog.copy(log.line(INVOCATION, 0))
                                            .set("invocationId", "late")
                                            .set("version", log.last().get("version"))
                                            .set("time", log.last().get("time")))
                            .renumber()
                            .rechain()),
            seenByBoth(
                    "an invocation during a pause",
                    log -> log.insert(
                                    log.line("BoardPaused", 0),
                                    TamperedLog.copy(log.line(INVOCATION, 1))
                                            .set("invocationId", "paused")
                                            .set(
                                                    "version",
                                                    log.line("BoardPaused", 0).get("version"))
                                            .set(
                                                    "time",
                                                    log.line("BoardPaused", 0).get("time")))
                            .renumber()
                            .rechain()),
            seenByBoth(
                    "a pause during a pause",
                    log -> log.insert(
                                    log.line("BoardPaused", 0),
                                    TamperedLog.copy(log.line("BoardPaused", 0)).set("commandId", "again"))
                            .renumber()
                            .rechain()),
            seenByBoth(
                    "a pause left out, the others counted anew",
                    log -> log.remove(log.line("BoardPaused", 0)).renumber().rechain()),
            seenByBoth(
                    "time that goes back",
                    in(COMMIT, LAST, line -> line.set("time", Json.of("2025-12-31T23:59:59.999Z")))),
            seenByBoth(
                    "the end lacks an open invocation in `abandonedInvocations`",
                    in(END, 0, line -> line.set("abandonedInvocations", "[]"))),
            seenByBoth("the end lists one that was answered", log -> {
                log.line(END, 0)
                        .append("abandonedInvocations", log.line(INVOCATION, 0).get("invocationId"));
                log.rechain();
            }),
            seenByBoth("a `proposalId` twice, of one worker", in(COMMIT, LAST, line -> line.set("proposalId", "p-8"))),
            seenByBoth("a `commandId` twice", in(END, 0, line -> line.set("commandId", "pause-11"))),
            seenByBoth("an answer for another invocation", log -> {
                Json other = log.line(INVOCATION, 1).get("invocationId");
                log.line(COMMIT, ANSWER).set("invocationId", other);
                log.rechain();
            }),
            seenByBoth("an answer by another worker", in(COMMIT, ANSWER, line -> line.set("worker", "checker"))),
            seenByBoth(
                    "an answer with another `trigger`",
                    in(
                            COMMIT,
                            ANSWER,
                            line -> line.set(
                                    "trigger", ((JsonObject) line.get("trigger")).with("rule", Json.of("check"))))),
            seenByBoth(
                    "a rejection with another `trigger`",
                    in(
                            REJECTION,
                            4,
                            line -> line.set(
                                    "trigger", ((JsonObject) line.get("trigger")).with("rule", Json.of("start"))))),
            seenByBoth(
                    "an answer without its `invocationId`", in(COMMIT, ANSWER, line -> line.without("invocationId"))),
            seenByBoth(
                    "an invocation left out, the others counted anew",
                    log -> log.remove(log.line(INVOCATION, 0)).renumber().rechain()),
            seenByBoth(
                    "a rejection of an open invocation left out, the others counted anew",
                    log -> log.remove(log.line(REJECTION, 4)).renumber().rechain()),
            seenByBoth(
                    "a rejection of stage `ADMISSION` that ends an invocation",
                    in(
                                    REJECTION,
                                    STRANGER,
                                    line -> line.set("worker", "checker").set("invocationId", "?"))
                            .andThen(log -> {
                                log.line(REJECTION, STRANGER)
                                        .set(
                                                "invocationId",
                                                log.line(INVOCATION, 2).get("invocationId"));
                                log.rechain();
                            })),
        };
    }
}
