package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.BoardRecord;
import io.patchboard.record.Command;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import java.util.Optional;

/** A command that a caller asked for under an id which may have been another command's, whose outcome stands for it. */
final class Asked {

    private Asked() {}

    /**
     * The outcome, if it is that of this command; of somebody else's it is told to who may read boards.
     *
     * @throws io.patchboard.gateway.http.ProblemException if it is of another kind of command, or not for this caller
     */
    static LogEntry outcome(Command command, LogEntry outcome, Call call) {
        Optional<String> type = type(outcome);
        if (type.isPresent() && !type.get().equals(command.type())) {
            throw Problem.of(
                            HttpStatus.CONFLICT,
                            "Expected a commandId that is new, or that of the same command, but \""
                                    + command.commandId() + "\" was that of a " + type.get() + " of board \""
                                    + command.boardId() + "\". The " + command.type()
                                    + " was not done. Send it with another id.")
                    .withType("known-command")
                    .asException();
        }
        if (!call.principal().may(Right.READ) && isOfAnother(outcome, call)) {
            call.require(Right.READ);
        }
        return outcome;
    }

    /** Absent where a rejection repeats too little of what came. */
    private static Optional<String> type(LogEntry outcome) {
        return outcome.event() instanceof CommandRejected rejected
                ? repeated(rejected).flatMap(came -> came.get("type")).flatMap(Asked::text)
                : outcome.event().command(outcome.boardId()).map(BoardRecord::type);
    }

    private static Optional<String> text(Json json) {
        return json instanceof JsonString string ? Optional.of(string.value()) : Optional.empty();
    }

    private static Optional<JsonObject> repeated(CommandRejected rejected) {
        return rejected.command().filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
    }

    /** A rejection that repeats too little to tell whose command it was says nothing of it, either. */
    private static boolean isOfAnother(LogEntry outcome, Call call) {
        boolean says = !(outcome.event() instanceof CommandRejected rejected)
                || repeated(rejected).filter(came -> came.has(Speakers.BY)).isPresent();
        return says && !Speakers.isBy(outcome, call.principal());
    }
}
