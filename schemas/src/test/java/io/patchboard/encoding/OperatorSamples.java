package io.patchboard.encoding;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.BoardReopened;
import io.patchboard.record.Child;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.Decide;
import io.patchboard.record.Decided;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Marked;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Parent;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Problem;
import io.patchboard.record.Provenance;
import io.patchboard.record.Raise;
import io.patchboard.record.Rejection;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.Requested;
import io.patchboard.record.Signature;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Taint;
import io.patchboard.record.Trigger;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Samples of what people ask of a board that does not go on by itself, and of what comes of it. */
final class OperatorSamples {

    private static final String REASON = "The other model can do it.";
    private static final Signature SIGNATURE =
            Samples.AUTHOR.sign("what the command says".getBytes(StandardCharsets.UTF_8), Samples.COMMANDS);
    private static final Json PATCH = JsonReader.parse(SampleBoard.PATCH.formatted("-"));

    private OperatorSamples() {}

    static CommandHeader header(String commandId, String board, String reason, long expectedSequence) {
        return CommandHeader.of(commandId, board, "ada", reason).expecting(Optional.of(expectedSequence));
    }

    static final Child CHILD = new Child(
            "chapter@3",
            Optional.of(JsonReader.parse("{\"title\":\"Orbits\"}")),
            "/chapters/0/text",
            2,
            Optional.of(40_000L),
            Optional.of(new BigDecimal("1.5")),
            Optional.of(60L),
            Optional.of("Expected at most 8 boards above one another, but board b-1 has 8 above it."));

    static final Parent PARENT = CHILD.parent("b-0", "inv-board-3-77aa", "author");

    static final List<Marked> MARKED = List.of(
            new Marked("", Set.of(Taint.CONFIDENTIAL), Set.of(Provenance.DEGRADED)),
            new Marked("/sources/0", Set.of(Taint.UNTRUSTED), Set.of(Provenance.DEGRADED)));

    static Requested requested(String commandId, String reason) {
        return new Requested(
                commandId, Optional.of("ada"), Optional.of(reason), Optional.of(2L), Optional.of(SIGNATURE));
    }

    static ForkOrigin origin(Json state) {
        return new ForkOrigin("b-0", 7, CanonicalJson.sha256(Json.of("b-0 7")), StateHash.of(state));
    }

    static LogEntry refused() {
        return new LogEntry(
                        new LogHeader("b-4", 1, 0, SampleBoard.START.plusMillis(125), LogHeader.GENESIS_HASH, ""),
                        new CommandRejected(
                                Optional.of("c-5"),
                                new Rejection(
                                        Stage.SCHEMA,
                                        "blueprint",
                                        "/blueprint",
                                        Optional.of("blueprint"),
                                        "Expected a valid blueprint, but it has 2 errors."),
                                List.of(
                                        new Problem("/workers", "Expected an object at /workers, but got nothing."),
                                        new Problem(
                                                "/rules/0/invoke",
                                                "Expected the name of a worker, but got \"nobody\".")),
                                Optional.of(JsonReader.parse(
                                        "{\"type\":\"CreateBoard\",\"commandId\":\"c-5\",\"boardId\":\"b-4\"}")),
                                Optional.of(PARENT)))
                .sealed();
    }

    /** @param proposal that a gate holds */
    static LogEntry held(PatchProposal proposal, Trigger trigger) {
        return new LogEntry(
                        new LogHeader("b-6", 5, 2, SampleBoard.START, CanonicalJson.sha256(Json.of("b-6")), ""),
                        new PatchHeld(
                                proposal.proposalId(),
                                proposal.worker(),
                                proposal.invocationId(),
                                Optional.of(trigger),
                                proposal.viewHash(),
                                proposal.patch(),
                                proposal.usage(),
                                proposal.viewHash(),
                                proposal.by(),
                                new PatchHeld.Card(
                                        "A claim is published",
                                        List.of("adds /claims/0: {\"text\":\"1932\"}"),
                                        List.of("/question is \"When?\""),
                                        Optional.of("Remove the claim.")),
                                Optional.of(3L),
                                Optional.of("ada"),
                                proposal.source(),
                                proposal.signature()))
                .sealed();
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
                                        NeedsPerson.Option.HALT),
                                Optional.of(new NeedsPerson.Gate(
                                        5,
                                        List.of("ada"),
                                        List.of("grace"),
                                        Optional.of(SampleBoard.START.plusSeconds(86_400)),
                                        NeedsPerson.OnTimeout.ESCALATE,
                                        List.of("extractor")))))
                .sealed();
        LogEntry decided = new LogEntry(
                        Samples.after(needsPerson, 4),
                        new Decided(
                                Optional.of(requested("c-7", REASON)),
                                needsPerson.sequence(),
                                NeedsPerson.Option.WORKER,
                                Optional.of("verifier"),
                                List.of(),
                                List.of(new BoardReopened.Invite("verifier", trigger)),
                                Optional.of(PATCH)))
                .sealed();
        return List.of(
                new ReopenBoard(header("c-6", board, "The model is back.", cancelled.sequence()), raised),
                reopened,
                new Decide(
                        header("c-7", board, REASON, needsPerson.sequence()),
                        Optional.of(needsPerson.sequence()),
                        NeedsPerson.Option.WORKER,
                        Optional.of("verifier"),
                        List.of(),
                        Optional.of(PATCH)),
                needsPerson,
                decided);
    }

    /** What was done is undone before a board ends. */
    static LogEntry compensating() {
        return new LogEntry(
                        new LogHeader("b-3", 4, 1, SampleBoard.START, CanonicalJson.sha256(Json.of("b-3")), ""),
                        new CompensationStarted(
                                Optional.of(requested("c-4", "The question was withdrawn.")),
                                Optional.of(new CompensationStarted.Halt(
                                        BoardHalted.Reason.FAILED,
                                        "extractor",
                                        "Expected a usable answer of worker \"extractor\" within 3 attempts, but attempt 3"
                                                + " failed, too.")),
                                List.of(3L, 2L),
                                List.of(SampleBoard.INVOCATION)))
                .sealed();
    }
}
