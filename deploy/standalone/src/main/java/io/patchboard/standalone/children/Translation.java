package io.patchboard.standalone.children;

import io.patchboard.client.catalog.BlueprintName;
import io.patchboard.client.catalog.BlueprintVersion;
import io.patchboard.client.catalog.Catalog;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
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
import io.patchboard.record.LogEntry;
import io.patchboard.record.Parent;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.Supersedes;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What has to be sent because of a log entry, so that a board and those that were made for it go together. The same
 * entry gives the same records with the same ids, of which a kernel decides each once.
 */
final class Translation {

    private static final String BY = "board:";

    private final Supplier<Catalog> catalog;
    private final Logs logs;

    /** What was committed and rejected. */
    @FunctionalInterface
    interface Logs {

        /** A board's last entry that is so; absent if it has none. */
        Optional<LogEntry> last(String boardId, Predicate<Event> which);
    }

    /**
     * @param catalog of the published blueprints; asked where a board is to be made
     * @param logs asked where a board has ended, or could not be made, while its parent was paused
     */
    Translation(Supplier<Catalog> catalog, Logs logs) {
        this.catalog = catalog;
        this.logs = logs;
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

    private BoardRecord made(Child child, WorkerInvoked invoked, String parentId) {
        String id = invoked.invocationId();
        Parent parent = child.parent(parentId, id, invoked.worker());
        if (child.problem().isPresent()) {
            return Answers.failure(parent, child.problem().get());
        }
        String childId = Child.boardId(parentId, id);
        Optional<BlueprintName> name = BlueprintName.of(child.blueprint());
        Catalog published = catalog.get();
        Optional<BlueprintVersion> version = name.flatMap(wanted -> published.find(wanted, childId));
        if (version.isEmpty()) {
            return Answers.failure(
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
                        .map(parent -> Answers.result(
                                parent, again, completed.result(), completed.usage(), by(entry.boardId())));
            case BoardHalted halted ->
                halted.parent()
                        .map(parent -> Answers.failure(
                                parent,
                                again,
                                "Board " + entry.boardId() + " was halted: " + halted.message(),
                                halted.usage()));
            case BoardCancelled cancelled ->
                cancelled
                        .parent()
                        .filter(parent ->
                                !cancelled.requested().commandId().equals(ChildCommands.cancel(parent.invocationId())))
                        .map(parent -> Answers.failure(
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
                        .<BoardRecord>map(parent -> Answers.failure(
                                parent,
                                "Board " + entry.boardId() + " could not be made: "
                                        + rejected.rejection().message()))
                        .or(() -> again(rejected, entry.boardId()));
            default -> Optional.empty();
        };
    }

    /** A board that was to go on, and is none that is at work: its parent was paused, and has not taken its answer. */
    private Optional<BoardRecord> again(CommandRejected rejected, String childId) {
        Rejection why = rejected.rejection();
        return rejected.commandId().flatMap(ChildCommands.Resumed::of).flatMap(resumed -> {
            String again = "-" + resumed.sequence();
            return why.is(RejectionCode.BOARD_ENDED)
                    ? logs.last(childId, EndEvent.class::isInstance).flatMap(end -> upwards(end, again))
                    : Optional.of(rejected)
                            .filter(any -> why.is(RejectionCode.UNKNOWN_BOARD))
                            .flatMap(any -> unmade(rejected, childId, resumed.invocationId()))
                            .map(failed -> Answers.again(failed, resumed.invocationId(), again));
        });
    }

    /** What the parent was told of a board that could not be made. */
    private Optional<PatchProposal> unmade(CommandRejected rejected, String childId, String invocationId) {
        return rejected.command()
                .flatMap(sent -> JsonPlace.of(sent).text("by"))
                .filter(by -> by.startsWith(BY))
                .map(by -> by.substring(BY.length()))
                .filter(parentId -> Child.boardId(parentId, invocationId).equals(childId))
                .flatMap(parentId -> logs.last(
                        parentId, event -> Answers.early(event, invocationId).isPresent()))
                .flatMap(entry -> Answers.early(entry.event(), invocationId));
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
                                .filter(answer -> Answers.isOne(answer, id))
                                .isEmpty());
            case PatchCommitted committed ->
                committed.invocationId().stream().filter(id -> !Answers.isOne(committed.proposalId(), id));
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
        return BY + boardId;
    }
}
