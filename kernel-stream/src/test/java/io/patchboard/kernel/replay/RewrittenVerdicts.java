package io.patchboard.kernel.replay;

import static io.patchboard.kernel.replay.Tampering.seenByBoth;
import static io.patchboard.kernel.replay.Tampering.seenByDeciding;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.replay.TamperedLog.Line;

/** Verdicts that the kernel did not come to, in a log that is otherwise as a kernel writes it. */
final class RewrittenVerdicts {

    private static final String COMMIT = "PatchCommitted";
    private static final String REJECTION = "PatchRejected";

    /** The answer of a worker that may write in one place alone. */
    private static final int STARTED = 2;

    private static final int LAST = 7;

    /** Rejections by what they are about. */
    private static final int CONTRACT = 1;

    private static final int STRANGER = 2;
    private static final int LATE = 4;

    private RewrittenVerdicts() {}

    static Tampering[] all() {
        return new Tampering[] {
            seenByDeciding("a commit of what its worker's contract forbids", log -> {
                log.line(COMMIT, STARTED).set("patch", "[{op: add, path: /forged, value: 1}]");
                log.refold().rechain();
            }),
            seenByDeciding("a rejection written down as a commit, of what a contract forbids", log -> {
                Line line = log.line(REJECTION, CONTRACT);
                rejection(line, false);
                line.topic("committed")
                        .set("type", Json.of(COMMIT))
                        .set("patch", "[{op: add, path: /forged, value: 1}]")
                        .set("marks", "[degraded]")
                        .set("stateHashScheme", Json.of(1))
                        .set("stateHash", Json.of(""));
                log.refold().rechain();
            }),
            seenByDeciding("a commit written down as a rejection", log -> {
                Line line = log.line(COMMIT, LAST);
                rejected(
                        log,
                        JsonObject.builder()
                                .put("proposalId", line.get("proposalId"))
                                .put("boardId", line.get("boardId"))
                                .put("worker", line.get("worker"))
                                .put("patch", line.get("patch"))
                                .build()
                                .toString());
            }),
            seenByBoth("... which repeats nothing that could be sent", log -> rejected(log, "{}")),
            seenByBoth(
                    "... which repeats no excerpt that could be one",
                    log -> rejected(log, "{bytes: -5, sha256: none, beginning: '" + "x".repeat(201) + "'}")),
            seenByBoth("what a rejection repeats, left out", log -> {
                log.line(REJECTION, STRANGER).without("proposal");
                log.rechain();
            }),
            seenByBoth("what a rejection repeats, by that of another board", log -> {
                member(log.line(REJECTION, STRANGER), "boardId", Json.of("b-2"));
                log.rechain();
            }),
            seenByBoth("what a rejection repeats, by that of another worker", log -> {
                member(log.line(REJECTION, STRANGER), "worker", Json.of("another"));
                log.rechain();
            }),
            seenByBoth("what the rejection of a command repeats, by that of another", log -> {
                log.of(AuditedBoards.steered());
                Line line = log.line("CommandRejected", 0);
                line.set("command", ((JsonObject) line.get("command")).with("commandId", Json.of("another")));
                log.rechain();
            }),
            seenByDeciding("the stage and code of a rejection", log -> {
                log.line(REJECTION, STRANGER).set("code", "unknown-invocation");
                log.rechain();
            }),
            seenByBoth("an invocation that ran out of time before its deadline", log -> {
                Line late = log.line(REJECTION, LATE);
                String begun = late.text("time");
                for (Line line : log.lines) {
                    boolean isInvoked = line.json().has("deadline")
                            && line.get("invocationId").equals(late.get("invocationId"));
                    if (isInvoked) {
                        line.set("deadline", Json.of(begun.replace("T00:", "T23:")));
                    }
                }
                log.rechain();
            }),
            seenByDeciding("an operator's edit, to what the schema forbids", log -> {
                log.of(AuditedBoards.steered());
                log.line("BoardEdited", 0).set("patch", "[{op: replace, path: /n, value: 6}]");
                log.refold().rechain();
            }),
            seenByDeciding("the code of a command's rejection", log -> {
                log.of(AuditedBoards.steered());
                log.line("CommandRejected", 0).set("code", "type");
                log.rechain();
            }),
            seenByDeciding("a rejected command, as one that could have been done", log -> {
                log.of(AuditedBoards.steered());
                Line rejected = log.line("CommandRejected", 0);
                rejected.set(
                        "command",
                        ((JsonObject) rejected.get("command"))
                                .with("patch", Texts.json("[{op: replace, path: /n, value: 3}]")));
                log.rechain();
            }),
        };
    }

    private static void rejection(Line line, boolean is) {
        String[][] members = {
            {"stage", "SCHEMA"}, {"code", "type"}, {"pointer", "/notes"}, {"message", "Expected none of it."}
        };
        for (String[] member : members) {
            if (is) {
                line.set(member[0], Json.of(member[1]));
            } else {
                line.without(member[0]);
            }
        }
        if (!is) {
            line.without("rule").without("retryAt").without("proposal").without("told");
        }
    }

    /** The last commit, as one that was not. */
    static void rejected(TamperedLog log, String repeated) {
        Line line = log.line(COMMIT, LAST);
        line.without("patch").without("stateHash").without("stateHashScheme");
        line.topic("rejected").set("type", Json.of(REJECTION)).set("proposal", repeated);
        rejection(line, true);
        log.refold().rechain();
    }

    /** With another member in what a rejection repeats. */
    static Line member(Line rejection, String name, Json value) {
        return rejection.set("proposal", ((JsonObject) rejection.get("proposal")).with(name, value));
    }
}
