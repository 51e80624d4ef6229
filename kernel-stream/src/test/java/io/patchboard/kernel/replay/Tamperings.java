package io.patchboard.kernel.replay;

import static io.patchboard.kernel.replay.Tampering.seenByBoth;
import static io.patchboard.kernel.replay.Tampering.seenByDeciding;
import static io.patchboard.kernel.replay.Tampering.seenByNobody;
import static io.patchboard.kernel.replay.Tampering.seenByReplay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.replay.TamperedLog.Line;
import io.patchboard.kernel.replay.Tampering.Verdict;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What can be done to the log of {@link AuditedBoards}. */
final class Tamperings {

    private static final String COMMIT = "PatchCommitted";
    private static final String INVOCATION = "WorkerInvoked";
    private static final String REJECTION = "PatchRejected";
    private static final String END = "BoardCancelled";

    /** Commits by what they do. */
    private static final int TESTED = 0;

    private static final int ANSWER = 2;
    private static final int MOVED = 4;
    private static final int LAST = 7;

    /** Rejections by what they are about. */
    private static final int STRANGER = 2;

    private static final Map<String, Tampering[]> GROUPS = groups();

    private Tamperings() {}

    static List<Tampering> all() {
        List<Tampering> all = new ArrayList<>();
        GROUPS.values().forEach(group -> Collections.addAll(all, group));
        return all;
    }

    /** As the document has them. */
    static String table() {
        StringBuilder table = new StringBuilder();
        GROUPS.forEach((heading, group) -> {
            table.append("| **").append(heading).append("** | | | |\n");
            for (Tampering tampering : group) {
                table.append(tampering.row()).append('\n');
            }
        });
        return table.toString();
    }

    private static Map<String, Tampering[]> groups() {
        Map<String, Tampering[]> groups = new LinkedHashMap<>();
        groups.put("Nothing to be found", harmless());
        groups.put("No hash made anew, or only where that is said", withoutNewHashes());
        groups.put(
                "All hashes of the chain made anew: versions, states and their hashes", RechainedTamperings.ofStates());
        groups.put("... patches", RechainedTamperings.ofPatches());
        groups.put("... the course of things", RechainedTamperings.ofTheCourseOfThings());
        groups.put("... what follows from the blueprint", DerivedTamperings.all());
        groups.put("Records", ofRecords());
        groups.put("Verdicts, with all states and hashes made anew", RewrittenVerdicts.all());
        groups.put("Where authors sign, with all states and hashes made anew", SignedTamperings.all());
        groups.put("Where operators sign, with all states and hashes made anew", OperatorTamperings.all());
        groups.put("What only deciding again finds, or nobody, chained", undetectable());
        return groups;
    }

    /** What is changed in one entry, with all hashes of the chain made anew. */
    private static Consumer<TamperedLog> in(String type, int nth, Consumer<Line> change) {
        return log -> {
            change.accept(log.line(type, nth));
            log.rechain();
        };
    }

    private static Tampering[] harmless() {
        return new Tampering[] {
            seenByNobody("nothing", log -> {}),
            seenByNobody(
                    "records of a topic in another order, each sequence kept", log -> Collections.reverse(log.lines)),
            seenByNobody(
                    "the same entry in another notation (order of members, white space inside, `\\u`, `1.0` for `1`)",
                    log -> log.lines.forEach(line -> line.spell(text -> "{ \"sequence\" : "
                            + line.get("sequence") + ".0, "
                            + line.json()
                                    .without("sequence")
                                    .toString()
                                    .substring(1)
                                    .replace("é", "\\u00e9")))),
            seenByNobody("a child board beside its parent", DerivedTamperings::family),
            seenByNobody(
                    "a record that could not be read, and names a list as its invocation",
                    DerivedTamperings::unreadable),
            seenByNobody(
                    "what a gate held is allowed when an amended blueprint has its worker no more",
                    DerivedTamperings::orphaned),
            seenByNobody(
                    "a member that the document does not name, chained",
                    in(COMMIT, TESTED, line -> line.set("novelty", "{a: 1}"))),
            seenByNobody(
                    "such a member inside of one that it names, chained",
                    in(
                            COMMIT,
                            ANSWER,
                            line -> line.set("usage", ((JsonObject) line.get("usage")).with("novelty", Json.of(1))))),
            seenByNobody(
                    "a member that it names, which is absent, as `null`, chained",
                    in(COMMIT, ANSWER, line -> line.set("repeats", Json.nul()))),
            new Tampering(
                    "an entry of a type that the document does not name, chained",
                    Verdict.UNVERIFIED,
                    Verdict.UNVERIFIED,
                    Verdict.UNVERIFIED,
                    in("BoardResumed", 0, line -> line.set("type", "BoardReflected")))
        };
    }

    private static Tampering[] withoutNewHashes() {
        return new Tampering[] {
            seenByBoth("a patch changed", log -> log.line(COMMIT, LAST).set("patch", "[]")),
            seenByBoth(
                    "a patch changed, and the entry's own hash",
                    log -> log.line(COMMIT, TESTED).set("patch", "[]").rehash()),
            seenByBoth("a member added", log -> log.line(COMMIT, LAST).set("note", "trust me")),
            seenByBoth(
                    "a member left out",
                    log -> log.line(REJECTION, STRANGER).without("rule").without("message")),
            seenByBoth(
                    "two sequences exchanged",
                    log -> log.exchange(log.line(COMMIT, 3), log.line(COMMIT, 4), "sequence")),
            seenByBoth("a commit removed", log -> log.remove(log.line(COMMIT, 3))),
            seenByBoth("a rejection removed", log -> log.remove(log.line(REJECTION, STRANGER))),
            seenByBoth("an entry twice", log -> log.insert(log.last(), TamperedLog.copy(log.line(COMMIT, LAST)))),
            seenByBoth(
                    "another entry with a sequence that there is (a fork)",
                    log -> log.insert(
                            log.line(COMMIT, LAST),
                            TamperedLog.copy(log.line(COMMIT, LAST))
                                    .set("worker", "starter")
                                    .rehash())),
            seenByBoth("a `hash` in upper case", in(COMMIT, LAST, line -> {}).andThen(log -> {
                Line line = log.last();
                line.set("hash", Json.of(line.text("hash").toUpperCase(java.util.Locale.ROOT)));
            })),
            seenByBoth("a `hash` left out", log -> log.last().without("hash")),
            seenByBoth(
                    "the first entry removed, the others counted anew",
                    log -> log.remove(log.lines.get(0)).renumber()),
            seenByBoth("ids of two boards exchanged", log -> {
                log.twice("b-2");
                log.lines.forEach(
                        line -> line.set("boardId", line.text("boardId").equals("b-2") ? "b-1" : "b-2"));
            }),
        };
    }

    private static Tampering[] ofRecords() {
        return new Tampering[] {
            seenByBoth("a name twice", log -> log.last().spell(text -> "{\"worker\":\"other\"," + text.substring(1))),
            seenByBoth("white space before the record", log -> log.last().spell(text -> " " + text)),
            seenByBoth("a `version` as a string", in(COMMIT, LAST, line -> line.set("version", Json.of("8")))),
            seenByBoth(
                    "a member that entries of its type have always, left out, chained",
                    in(REJECTION, STRANGER, line -> line.without("message"))),
            seenByBoth(
                    "such a member inside of one that it names, left out, chained",
                    in(
                            COMMIT,
                            ANSWER,
                            line -> line.set("usage", ((JsonObject) line.get("usage")).without("inputTokens")))),
            seenByBoth(
                    "a number in place of a text, chained", in(REJECTION, STRANGER, line -> line.set("message", "5"))),
            seenByBoth("garbage", log -> log.last().spell(text -> "no JSON")),
            seenByBoth(
                    "`NaN` in place of a number",
                    log -> log.last().spell(text -> text.replaceFirst("\"version\":\\d+", "\"version\":NaN"))),
            seenByReplay(
                    "a commit on the topic `rejected`",
                    log -> log.line(COMMIT, MOVED).topic("rejected")),
            seenByReplay(
                    "an invocation in another queue",
                    log -> log.line(INVOCATION, 0).topic("invocations.other")),
            seenByBoth(
                    "`time` in another form, chained",
                    in(
                            COMMIT,
                            LAST,
                            line -> line.set("time", Json.of(line.text("time").replace(".000Z", ".000000Z"))))),
            seenByBoth("a `time` on February 30, chained", log -> {
                log.last().set("time", Json.of("2026-02-30T00:00:00.000Z"));
                log.rechain();
            }),
            seenByBoth("`true` in place of a 1, chained", log -> {
                log.lines.get(0).set("sequence", Json.of(true));
                log.rechain();
            }),
            seenByBoth(
                    "`true` as a `stateHashScheme`, chained",
                    in(COMMIT, LAST, line -> line.set("stateHashScheme", Json.of(true)))),
            seenByBoth(
                    "a number with an exponent above 1,000, chained",
                    in(COMMIT, LAST, line -> line.set("novelty", JsonNumber.of(new BigDecimal("1e1001"))))),
        };
    }

    private static Tampering[] undetectable() {
        return new Tampering[] {
            seenByNobody(
                    "the tail of a board cut off",
                    log -> log.after(log.line("BoardResumed", 0)).clear()),
            seenByNobody("a board left out", log -> {
                log.twice("b-2");
                log.lines.removeIf(line -> line.text("boardId").equals("b-1"));
            }),
            seenByNobody("ids of two boards exchanged, both rechained", log -> {
                log.twice("b-2");
                log.lines.forEach(line -> line.board(line.text("boardId").equals("b-2") ? "b-1" : "b-2"));
                log.rechain();
            }),
            seenByDeciding("a patch, with all states and hashes made anew, by one that the blueprint allows", log -> {
                log.line(COMMIT, LAST).set("patch", "[{op: replace, path: /e, value: forged}]");
                log.refold().rechain();
            }),
            seenByDeciding(
                    "a rejection of stage `ADMISSION` left out, the others counted anew",
                    log -> log.remove(log.line(REJECTION, STRANGER)).renumber().rechain()),
            seenByNobody(
                    "a rejection after the end that never was",
                    log -> log.insert(
                                    log.last(),
                                    RewrittenVerdicts.member(
                                            TamperedLog.copy(log.last()).set("proposalId", "never"),
                                            "proposalId",
                                            Json.of("never")))
                            .renumber()
                            .rechain()),
            seenByNobody("a last rejection in the year 10000", log -> {
                log.last().set("time", Json.of("+10000-01-01T00:00:00.000Z"));
                log.rechain();
            }),
            seenByBoth("time that goes back from the year 10000", log -> {
                log.lines.get(1).set("time", Json.of("+10000-01-01T00:00:00.000Z"));
                log.rechain();
            }),
            seenByNobody(
                    "the text of a rejection",
                    in(REJECTION, STRANGER, line -> line.set("message", "Expected nothing."))),
            seenByNobody(
                    "a commit written down as a rejection that repeats an excerpt of what was long",
                    log -> RewrittenVerdicts.rejected(
                            log, "{bytes: 70000, sha256: " + "ab".repeat(32) + ", beginning: '{\"proposalId\":'}")),
            seenByNobody(
                    "what a rejection repeats, by that it is withheld",
                    in(REJECTION, STRANGER, line -> line.set("proposal", "{withheld: It may have been secret.}"))),
            seenByDeciding(
                    "`usage` or `claimedViewHash` of an answer",
                    in(
                            COMMIT,
                            ANSWER,
                            line -> line.set("usage", "{inputTokens: 1, outputTokens: 1}")
                                    .set("claimedViewHash", Json.of("ab".repeat(32))))),
            seenByDeciding("`taint` of a commit, `source`, the `sequence` of a `cause`", log -> {
                log.line(INVOCATION, 0).set("cause", "{sequence: 1, action: retry}");
                log.line(COMMIT, ANSWER)
                        .set("taint", "[confidential]")
                        .set("source", "{topic: forged, partition: 0, offset: 7}");
                log.rechain();
            }),
            seenByNobody("the `reason` that somebody gave", in(END, 0, line -> line.set("reason", Json.of("forged")))),
            seenByDeciding("the `view` of an invocation, with its `viewHash` and that of the answer", log -> {
                Json hash = Json.of(CanonicalJson.sha256(JsonObject.EMPTY));
                log.line(INVOCATION, 0).set("view", "{}").set("viewHash", hash);
                log.line(COMMIT, ANSWER).set("viewHash", hash);
                log.rechain();
            }),
            seenByDeciding("all times and deadlines, an hour later", log -> {
                for (String name : List.of("time", "deadline")) {
                    log.lines.stream()
                            .filter(line -> line.json().has(name))
                            .forEach(line ->
                                    line.set(name, Json.of(line.text(name).replace("T00:", "T01:"))));
                }
                log.rechain();
            }),
        };
    }
}
