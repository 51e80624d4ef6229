package io.patchboard.standalone.children;

import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.client.catalog.Catalog;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.Child;
import io.patchboard.record.ChildCommands;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CompensationStarted;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.EndEvent;
import io.patchboard.record.Event;
import io.patchboard.record.Failure;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Parent;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.Supersedes;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What has to be sent because of a log entry, so that a board and those that were made for it go together. The same
 * entry gives the same records with the same ids, of which a kernel decides each once.
 */
final class Translation {

    private static final String ANSWER = "answer-";

    private final Supplier<Catalog> catalog;
    private final Function<String, Optional<LogEntry>> ends;

    /**
     * @param catalog of the published blueprints; asked where a board is to be made
     * @param ends the entry by which a board ended; asked where its parent was paused then
     */
    Translation(Supplier<Catalog> catalog, Function<String, Optional<LogEntry>> ends) {
        this.catalog = catalog;
        this.ends = ends;
    }

    List<BoardRecord> of(LogEntry entry) {
        List<BoardRecord> records = new ArrayList<>();
        upwards(entry, "").ifPresent(records::add);
        String parentId = entry.boardId();
        switch (entry.event()) {
            case WorkerInvoked invoked ->
                invoked.child().ifPresent(child -> records.add(made(child, invoked, parentId)));
            case BoardPaused paused ->
                paused.children()
                        .forEach(id -> records.add(
                                new PauseBoard(header(ChildCommands.pause(entry.sequence(), id), id, entry))));
            case BoardResumed resumed ->
                resumed.children()
                        .forEach(id -> records.add(
                                new ResumeBoard(header(ChildCommands.resume(entry.sequence(), id), id, entry))));
            default -> {}
        }
        over(entry.event())
                .filter(Child::isMadeFor)
                .forEach(id -> records.add(new CancelBoard(CommandHeader.of(
                        ChildCommands.cancel(id),
                        Child.boardId(parentId, id),
                        by(parentId),
                        "Board " + parentId + " does not wait for it any more."))));
        return records;
    }

    /** In place of a record that is too large to be sent. */
    BoardRecord tooLarge(BoardRecord record, int bytes, int most) {
        String why = "Expected a record of at most " + most + " bytes for ";
        return switch (record) {
            case CreateBoard create ->
                failure(
                        create.parent().orElseThrow(),
                        why + "board " + create.boardId() + ", but it has " + bytes + ".");
            case PatchProposal answer ->
                new PatchProposal(
                        answer.proposalId(),
                        answer.boardId(),
                        answer.worker(),
                        answer.invocationId(),
                        Json.nul(),
                        answer.usage(),
                        Optional.empty(),
                        Optional.of(Failure.of(
                                Failure.Kind.INVALID, why + "the board's result, but it has " + bytes + ".")),
                        Optional.empty());
            default -> throw new IllegalStateException("Expected a small record, but got " + record.type() + ".");
        };
    }

    private BoardRecord made(Child child, WorkerInvoked invoked, String parentId) {
        String id = invoked.invocationId();
        Parent parent = child.parent(parentId, id, invoked.worker());
        if (child.problem().isPresent()) {
            return failure(parent, child.problem().get());
        }
        String childId = Child.boardId(parentId, id);
        Optional<BlueprintName> name = BlueprintName.of(child.blueprint());
        Catalog published = catalog.get();
        Optional<BlueprintVersion> version = name.flatMap(wanted -> published.find(wanted, childId));
        if (version.isEmpty()) {
            return failure(
                    parent,
                    name.map(published::missing)
                            .orElseGet(
                                    () -> "Expected the name of a blueprint, but got \"" + child.blueprint() + "\"."));
        }
        return new CreateBoard(
                CommandHeader.of(
                        ChildCommands.create(id), childId, by(parentId), "Board " + parentId + " waits for it."),
                version.get().document(),
                child.input().orElse(JsonObject.EMPTY),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(parent),
                Child.marked(invoked.taint()));
    }

    /**
     * What a parent is told.
     *
     * @param again what makes the answer another one than before; empty for the first
     */
    private Optional<BoardRecord> upwards(LogEntry entry, String again) {
        return switch (entry.event()) {
            case BoardCompleted completed ->
                completed
                        .parent()
                        .map(parent -> answer(parent, again, completed.result(), completed.usage(), entry.boardId()));
            case BoardHalted halted ->
                halted.parent()
                        .map(parent -> failure(
                                parent,
                                again,
                                "Board " + entry.boardId() + " was halted: " + halted.message(),
                                halted.usage()));
            case BoardCancelled cancelled ->
                cancelled
                        .parent()
                        .filter(parent -> !cancelled
                                .requested()
                                .commandId()
                                .equals(ChildCommands.cancel(parent.invocationId())))
                        .map(parent -> failure(
                                parent,
                                again,
                                "Board " + entry.boardId() + " was cancelled"
                                        + cancelled
                                                .requested()
                                                .by()
                                                .map(who -> " by " + who)
                                                .orElse("")
                                        + cancelled
                                                .requested()
                                                .reason()
                                                .map(why -> ": " + why)
                                                .orElse("."),
                                cancelled.usage()));
            case CommandRejected rejected ->
                rejected.parent()
                        .<BoardRecord>map(parent -> failure(
                                parent,
                                "Board " + entry.boardId() + " could not be made: "
                                        + rejected.rejection().message()))
                        .or(() -> again(rejected, entry.boardId()));
            default -> Optional.empty();
        };
    }

    /** A board that had ended when it was to go on: its parent was paused, and has not taken its answer. */
    private Optional<BoardRecord> again(CommandRejected rejected, String childId) {
        return rejected.commandId()
                .filter(id -> rejected.rejection().is(RejectionCode.BOARD_ENDED))
                .flatMap(ChildCommands.Resumed::of)
                .flatMap(resumed -> ends.apply(childId).flatMap(end -> upwards(end, "-" + resumed.sequence())));
    }

    private static PatchProposal answer(
            Parent parent, String again, Json result, Optional<Usage> usage, String childId) {
        Json patch = JsonArray.of(JsonObject.builder()
                .put("op", "add")
                .put("path", parent.path())
                .put("value", result)
                .build());
        return proposal(parent, again, patch, usage, Optional.empty()).sentBy(Optional.of(by(childId)));
    }

    private static PatchProposal failure(Parent parent, String message) {
        return failure(parent, "", message, Optional.empty());
    }

    private static PatchProposal failure(Parent parent, String again, String message, Optional<Usage> usage) {
        return proposal(parent, again, Json.nul(), usage, Optional.of(Failure.of(Failure.Kind.REFUSED, message)));
    }

    private static PatchProposal proposal(
            Parent parent, String again, Json patch, Optional<Usage> usage, Optional<Failure> failure) {
        return new PatchProposal(
                ANSWER + parent.invocationId() + again,
                parent.boardId(),
                parent.worker(),
                Optional.of(parent.invocationId()),
                patch,
                usage,
                Optional.empty(),
                failure,
                Optional.empty());
    }

    /** The invocations that an entry ends without a board's having answered. */
    private static Stream<String> over(Event event) {
        return switch (event) {
            case EndEvent end -> end.abandonedInvocations().stream();
            case CompensationStarted undoing -> undoing.abandonedInvocations().stream();
            case Supersedes supersedes -> supersedes.superseded().stream();
            case PatchRejected rejected ->
                rejected.invocationId().stream()
                        .filter(id -> rejected.proposalId()
                                .filter(answer -> answer.startsWith(ANSWER + id))
                                .isEmpty());
            case PatchCommitted committed ->
                committed.invocationId().stream()
                        .filter(id -> !committed.proposalId().startsWith(ANSWER + id));
            default -> Stream.empty();
        };
    }

    private static CommandHeader header(String commandId, String invocationId, LogEntry entry) {
        return CommandHeader.of(
                commandId,
                Child.boardId(entry.boardId(), invocationId),
                by(entry.boardId()),
                "So was board " + entry.boardId() + ".");
    }

    private static String by(String boardId) {
        return "board:" + boardId;
    }
}
