package io.patchboard.gateway.http.api;

import io.javalin.http.HttpStatus;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.Reply;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.Stage;

/** What the kernel decided, as status and body. */
final class Verdicts {

    private Verdicts() {}

    /** The kernel has the request and has not decided yet, or the caller did not want to wait. */
    static Reply pending(String link, JsonObject ids) {
        return Reply.of(
                        HttpStatus.ACCEPTED.getCode(),
                        JsonObject.builder()
                                .put("status", "pending")
                                .putAll(ids)
                                .put("outcome", link)
                                .build())
                .withHeader("Location", link)
                .withHeader("Retry-After", "1");
    }

    /** An outcome as whoever asked for it may know it: the log tells more than the proposal's worker may read. */
    static LogEntry told(LogEntry outcome) {
        return switch (outcome.event()) {
            case PatchRejected rejected -> new LogEntry(outcome.header(), rejected.asTold());
            case PatchHeld held -> new LogEntry(outcome.header(), held.asTold());
            default -> outcome;
        };
    }

    /**
     * An outcome, and what is to be said besides; that a gate holds it is said with a status of its own, since there
     * will be another outcome.
     *
     * @param entry as it is {@linkplain #told told}
     */
    static Reply reply(LogEntry entry, JsonObject more) {
        boolean held = entry.event() instanceof PatchHeld;
        JsonObject.Builder body = JsonObject.builder();
        if (held) {
            body.put("status", "held");
        }
        return Reply.of(
                (held ? HttpStatus.ACCEPTED : HttpStatus.OK).getCode(),
                body.putAll(entry.toJson()).putAll(more).build());
    }

    /** A gate holds it. The link has the outcome once somebody has decided. */
    static Reply held(LogEntry entry, String link) {
        return reply(entry, JsonObject.of("outcome", Json.of(link))).withHeader("Location", link);
    }

    /** @param event as it is {@linkplain #told told} */
    static Problem rejected(LogHeader header, RejectedEvent event) {
        Rejection why = event.rejection();
        JsonObject.Builder more = JsonObject.builder()
                .put("stage", why.stage().name())
                .put("code", why.code())
                .put("pointer", why.pointer())
                .putStringIfPresent("rule", why.rule())
                .put("boardId", header.boardId())
                .put("sequence", header.sequence())
                .put("version", header.version());
        switch (event) {
            case PatchRejected patch ->
                more.putStringIfPresent("proposalId", patch.proposalId())
                        .putStringIfPresent("invocationId", patch.invocationId())
                        .putStringIfPresent("retryAt", patch.retryAt().map(time -> time.toString()));
            case CommandRejected command ->
                more.putStringIfPresent("commandId", command.commandId())
                        .put(
                                "errors",
                                JsonArray.copyOf(command.errors().stream()
                                        .<Json>map(error -> error.toJson())
                                        .toList()));
        }
        return Problem.of(status(why), why.message()).withType("rejected").withAll(more.build());
    }

    /** Not there: 404. There, but not as the caller thought, so that another try may do: 409. All else: 422. */
    private static HttpStatus status(Rejection why) {
        if (why.stage() == Stage.PRECONDITION) {
            return HttpStatus.CONFLICT;
        }
        return why.known().map(Verdicts::status).orElse(HttpStatus.UNPROCESSABLE_CONTENT);
    }

    private static HttpStatus status(RejectionCode code) {
        return switch (code) {
            case UNKNOWN_BOARD, UNKNOWN_INVOCATION -> HttpStatus.NOT_FOUND;
            case NOT_APPROVER -> HttpStatus.FORBIDDEN;
            case BOARD_EXISTS,
                    BOARD_ENDED,
                    NOT_REOPENABLE,
                    NOT_WAITING,
                    NEEDS_PERSON,
                    PAUSED,
                    ALREADY_PAUSED,
                    NOT_PAUSED,
                    ALREADY_ANSWERED,
                    EXPIRED,
                    SUPERSEDED,
                    TOO_OLD,
                    WITHDRAWN -> HttpStatus.CONFLICT;
            default -> HttpStatus.UNPROCESSABLE_CONTENT;
        };
    }
}
