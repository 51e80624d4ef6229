package io.patchboard.encoding;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Cause;
import io.patchboard.record.Circumstances;
import io.patchboard.record.Command;
import io.patchboard.record.Compensated;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Neighbourhood;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Provenance;
import io.patchboard.record.Rejection;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.Source;
import io.patchboard.record.Stage;
import io.patchboard.record.StateHash;
import io.patchboard.record.Taint;
import io.patchboard.record.Trigger;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.sign.Signer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One complete record of each type, which {@link SampleWriter} writes out as golden samples. */
public final class Samples {

    private static final Source EVENT = new Source("orders", 3, 1041);

    /** The first test key of RFC 8032. */
    static final Signer AUTHOR = Signer.parse("""
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----
            """);

    static final String COMMANDS = "patchboard.commands";

    private Samples() {}

    static List<BoardRecord> all() {
        Json blueprint = json(SampleBoard.BLUEPRINT);
        Json state = json(SampleBoard.STATE);
        Json view = json(SampleBoard.VIEW);
        Optional<String> invocation = Optional.of(SampleBoard.INVOCATION);
        Optional<Usage> usage = Optional.of(new Usage(
                812,
                96,
                Optional.of(new BigDecimal("0.0042")),
                Optional.of("small-1"),
                List.of("code-fence", "prose"),
                3,
                Optional.of("7b1f".repeat(16)),
                new Circumstances(
                        Optional.of("extractor-7"),
                        640,
                        Optional.of("3c5e".repeat(16)),
                        Optional.of("9d02".repeat(16)))));
        Trigger trigger = new Trigger(
                "extract",
                1,
                Optional.of("/sources/0"),
                List.of("/sources/0", "/sources/1"),
                Optional.of("act-6f2c0b7e5a914d38b1f0c2d4e6a8907b"),
                Optional.of(2L));
        Json firstState = json(SampleBoard.FIRST_STATE);

        LogEntry created = new LogEntry(
                        header("b-1", 1, 1, LogHeader.GENESIS_HASH),
                        new BoardCreated(
                                OperatorSamples.requested("c-1", "A second look at the first answer."),
                                blueprint,
                                CanonicalJson.sha256(blueprint),
                                json(SampleBoard.INPUT),
                                firstState,
                                StateHash.of(firstState),
                                usage,
                                Optional.of(json(SampleBoard.LABELS)),
                                Optional.of(OperatorSamples.origin(firstState)),
                                Optional.of(EVENT),
                                Optional.of(OperatorSamples.PARENT),
                                OperatorSamples.MARKED))
                .sealed();
        LogEntry invoked = new LogEntry(
                        after(created, 1),
                        new WorkerInvoked(
                                SampleBoard.INVOCATION,
                                "extractor",
                                "llm",
                                1,
                                SampleBoard.START.plusSeconds(60),
                                1,
                                trigger,
                                "Extract claims that a source states. Quote them — word for word.",
                                view,
                                CanonicalJson.sha256(view),
                                json("[{\"op\":[\"add\"],\"path\":\"/claims/-\"}]"),
                                Optional.of(new Cause(Cause.Action.EXPAND, 1)),
                                List.of(2L, 3L),
                                List.of("/sources/1"),
                                Optional.of(new Neighbourhood(1, List.of("/sources/0", "/claims"))),
                                Optional.of(OperatorSamples.CHILD),
                                Set.of(Taint.UNTRUSTED),
                                true))
                .sealed();
        Optional<Failure> failure = Optional.of(new Failure(
                Failure.Kind.RATE_LIMIT,
                "Expected an answer from model small-1, but HTTP 429.",
                Optional.of(Duration.ofSeconds(30))));
        PatchProposal proposal = new PatchProposal(
                "p-1",
                "b-1",
                "extractor",
                invocation,
                json(SampleBoard.PATCH.formatted("-")),
                usage,
                Optional.of("The second source could not be fetched: HTTP 503."),
                failure,
                Optional.of(CanonicalJson.sha256(view)),
                Optional.of("grace"),
                Optional.of(EVENT),
                Optional.empty());
        proposal = AUTHOR.sign(proposal, "patchboard.proposals");
        PatchProposal badProposal = new PatchProposal(
                "p-2",
                "b-1",
                "extractor",
                invocation,
                json("[{\"op\":\"add\",\"path\":\"/claims/-\",\"value\":{\"text\":\"1932\",\"status\":\"ok\"}}]"),
                usage,
                Optional.empty());
        LogEntry rejected = new LogEntry(
                        after(invoked, 1),
                        new PatchRejected(
                                Optional.of("p-2"),
                                Optional.of("extractor"),
                                invocation,
                                Optional.of(trigger),
                                Optional.of(CanonicalJson.sha256(view)),
                                Optional.of(CanonicalJson.sha256(firstState)),
                                new Rejection(
                                        Stage.SCHEMA,
                                        "enum",
                                        "/claims/0/status",
                                        Optional.of("/properties/claims/items/properties/status"),
                                        "Expected one of draft, verified, refuted at /claims/0/status, but got \"ok\"."),
                                Optional.of(SampleBoard.START.plusMillis(4_250)),
                                usage,
                                Optional.of(new PatchRejected.Told(
                                        "/claims",
                                        "Expected what \"enum\" of the schema asks for, but it is not so."
                                                + " What is there is outside of what this worker may read.")),
                                Optional.of(badProposal.toJson()),
                                failure,
                                Optional.of(2L)))
                .sealed();
        LogEntry committed = new LogEntry(
                        after(rejected, 2),
                        new PatchCommitted(
                                "p-1",
                                "extractor",
                                invocation,
                                Optional.of(trigger),
                                Optional.of(CanonicalJson.sha256(view)),
                                json(SampleBoard.PATCH.formatted("0")),
                                usage,
                                StateHash.of(state),
                                Optional.of(CanonicalJson.sha256(firstState)),
                                List.of("/sources/1"),
                                Optional.of(2L),
                                List.of("ada"),
                                Optional.of(EVENT),
                                Optional.of(new PatchCommitted.Repeated(2, List.of(2L))),
                                proposal.signature(),
                                Optional.of(proposal.patch()),
                                Set.of(Taint.UNTRUSTED, Taint.CONFIDENTIAL),
                                Set.of(Provenance.DEGRADED)))
                .sealed();
        LogEntry paused = new LogEntry(
                        after(committed, 2),
                        new BoardPaused(
                                OperatorSamples.requested("c-2", "The sources are being updated."),
                                List.of(OperatorSamples.PARENT.invocationId())))
                .sealed();
        LogEntry resumed = new LogEntry(
                        after(paused, 2),
                        new BoardResumed(
                                OperatorSamples.requested("c-3", "The sources are updated."),
                                List.of(OperatorSamples.PARENT.invocationId())))
                .sealed();
        LogEntry completed = new LogEntry(
                        after(resumed, 2),
                        new BoardCompleted(
                                Optional.of(BoardCompleted.Reason.QUIET),
                                Json.of("In 1932."),
                                StateHash.of(state),
                                List.of(SampleBoard.INVOCATION),
                                Optional.of(OperatorSamples.PARENT),
                                usage,
                                Set.of(Provenance.DEGRADED)))
                .sealed();
        LogEntry halted = new LogEntry(
                        header("b-2", 12, 4, CanonicalJson.sha256(Json.of("b-2"))),
                        new BoardHalted(
                                BoardHalted.Reason.BUDGET_EXHAUSTED,
                                "invocations",
                                "Expected at most 200 invocations, but the board would need another one.",
                                Optional.of(json("{\"answer\":null,\"open\":3}")),
                                StateHash.of(state),
                                List.of("inv-9-03b1", "inv-10-f00d"),
                                Optional.of(new Compensated(9, List.of(4L))),
                                Optional.of(OperatorSamples.PARENT),
                                usage))
                .sealed();
        LogEntry cancelled = new LogEntry(
                        header("b-3", 5, 1, CanonicalJson.sha256(Json.of("b-3"))),
                        new BoardCancelled(
                                OperatorSamples.requested("c-4", "The question was withdrawn."),
                                StateHash.of(state),
                                List.of(SampleBoard.INVOCATION),
                                Optional.of(new Compensated(4, List.of(2L))),
                                Optional.of(OperatorSamples.PARENT),
                                usage))
                .sealed();
        List<BoardRecord> samples = new ArrayList<>(OperatorSamples.after(cancelled, trigger));
        samples.add(OperatorSamples.held(proposal, trigger));
        samples.add(OperatorSamples.compensating());
        samples.addAll(WorkSamples.of(trigger));
        samples.addAll(VersionSamples.after(created, trigger, json(SampleBoard.PATCH.formatted("0")), state));
        samples.addAll(List.of(
                new CreateBoard(
                        OperatorSamples.header("c-1", "b-1", "A second look at the first answer.", 0),
                        blueprint,
                        json(SampleBoard.INPUT),
                        usage,
                        Optional.of(json(SampleBoard.LABELS)),
                        Optional.of(new CreateBoard.Fork(OperatorSamples.origin(firstState), firstState)),
                        Optional.of(EVENT),
                        Optional.of(OperatorSamples.PARENT),
                        OperatorSamples.MARKED),
                new PauseBoard(OperatorSamples.header("c-2", "b-1", "The sources are being updated.", 4)),
                new ResumeBoard(OperatorSamples.header("c-3", "b-1", "The sources are updated.", 5)),
                new CancelBoard(OperatorSamples.header("c-4", "b-3", "The question was withdrawn.", 4)),
                proposal,
                created,
                committed,
                paused,
                resumed,
                completed,
                halted,
                cancelled,
                rejected,
                OperatorSamples.refused(),
                invoked));
        samples.replaceAll(sample -> sample instanceof Command command ? AUTHOR.sign(command, COMMANDS) : sample);
        return samples;
    }

    static BoardRecord of(String type) {
        return all().stream()
                .filter(sample -> sample.type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    static LogHeader header(String board, long sequence, long version, String previousHash) {
        return new LogHeader(board, sequence, version, SampleBoard.START.plusMillis(sequence * 125), previousHash, "");
    }

    static LogHeader after(LogEntry entry, long version) {
        return header(
                entry.boardId(), entry.sequence() + 1, version, entry.header().hash());
    }

    private static Json json(String text) {
        return JsonReader.parse(text);
    }
}
