package io.patchboard.client.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.Incident;
import io.patchboard.kernel.state.Mark;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.Child;
import io.patchboard.record.LogHeader;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Parent;
import io.patchboard.record.Word;
import java.util.Map;
import java.util.Optional;

/** What a board waits for, in JSON. */
public final class OpenWork {

    private OpenWork() {}

    /**
     * Members {@code openInvocations}, {@code waitingInvocations} (that are to be made again), {@code heldTriggers},
     * {@code needsPerson} (what a person has to decide) and {@code away} (by worker, since when and of what
     * its invocations fail), and {@code parent} (the board for which this one was made, if there is one).
     */
    public static JsonObject json(BoardProjection projection) {
        JsonObject.Builder away = JsonObject.builder();
        projection
                .away()
                .forEach((worker, failed) -> away.put(
                        worker,
                        JsonObject.builder()
                                .put("since", LogHeader.format(failed.since()))
                                .put("class", failed.failure().kind().word())
                                .put("message", failed.failure().message())
                                .build()));
        return JsonObject.builder()
                .putAll(json(projection.board()))
                .put("away", away.build())
                .putIfPresent("parent", projection.board().present().parent().map(OpenWork::json))
                .build();
    }

    private static JsonObject json(Board board) {
        return JsonObject.builder()
                .put(
                        "openInvocations",
                        JsonArray.copyOf(board.open().values().stream()
                                .map(open -> json(board, open))
                                .toList()))
                .put(
                        "waitingInvocations",
                        JsonArray.copyOf(
                                board.waiting().stream().map(OpenWork::json).toList()))
                .put(
                        "heldTriggers",
                        JsonArray.copyOf(
                                board.held().stream().map(OpenWork::json).toList()))
                .put(
                        "needsPerson",
                        JsonArray.copyOf(board.work().incidents().stream()
                                .map(OpenWork::json)
                                .toList()))
                .build();
    }

    /** What a person has to decide. */
    public static JsonObject json(Incident incident) {
        return JsonObject.builder()
                .put("item", incident.sequence())
                .put("since", LogHeader.format(incident.since()))
                .put("kind", (incident.gate().isPresent() ? NeedsPerson.Kind.GATE : NeedsPerson.Kind.INCIDENT).word())
                .put("reason", incident.reason().word())
                .put("detail", incident.detail())
                .put("holds", incident.holds().word())
                .putStringIfPresent("worker", incident.worker())
                .put("message", incident.message())
                .put(
                        "options",
                        JsonArray.ofStrings(
                                incident.options().stream().map(Word::word).toList()))
                .putIfPresent("gate", incident.gate().map(NeedsPerson.Gate::toJson))
                .build();
    }

    /** For which board one was made, and for what of it. */
    public static JsonObject json(Parent parent) {
        return JsonObject.builder()
                .put("boardId", parent.boardId())
                .put("worker", parent.worker())
                .put("invocationId", parent.invocationId())
                .build();
    }

    /** The board that answers an invocation; absent where another worker does. */
    public static Optional<String> board(Board board, OpenInvocation open) {
        return Optional.of(open.id()).filter(Child::isMadeFor).map(id -> Child.boardId(board.id(), id));
    }

    private static JsonObject json(Board board, OpenInvocation open) {
        return JsonObject.builder()
                .put("invocationId", open.id())
                .putStringIfPresent("board", board(board, open))
                .put("worker", open.worker())
                .putIfPresent("person", board.isPerson(open.worker()) ? Optional.of(Json.of(true)) : Optional.empty())
                .put("attempt", open.attempt())
                .put("deadline", LogHeader.format(open.deadline()))
                .put("baseVersion", open.baseVersion())
                .put("trigger", open.trigger().toJson())
                .build();
    }

    private static JsonObject json(WaitingInvocation waiting) {
        return JsonObject.builder()
                .put("worker", waiting.worker())
                .put("attempt", waiting.attempt())
                .put("notBefore", LogHeader.format(waiting.notBefore()))
                .put("trigger", waiting.trigger().toJson())
                .build();
    }

    private static JsonObject json(HeldTrigger held) {
        return JsonObject.builder()
                .put("sequence", held.sequence())
                .put("reason", held.reason().word())
                .putStringIfPresent("worker", held.worker())
                .putStringIfPresent("key", held.key())
                .putStringIfPresent("due", held.due().map(LogHeader::format))
                .put("trigger", held.trigger().toJson())
                .build();
    }

    /** Which marks a board can be restored to, by name; absent if there are none. */
    public static Optional<Json> marks(Board board) {
        Map<String, Mark> marks = board.present().marks();
        return marks.isEmpty()
                ? Optional.empty()
                : Optional.of(JsonArray.copyOf(marks.entrySet().stream()
                        .map(mark -> JsonObject.builder()
                                .put("name", mark.getKey())
                                .put("version", mark.getValue().version())
                                .build())
                        .toList()));
    }
}
