package io.patchboard.standalone.http;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.Labels;
import io.patchboard.client.board.OpenWork;
import io.patchboard.client.model.BoardLogs;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.Summary;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.Trigger;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/** A board in JSON, for programs that ask how it is. */
final class BoardStatus {

    /** A board as it was seen; whoever keeps the board goes on with it meanwhile. */
    record Seen(JsonObject json, Json state) {

        static Seen of(BoardProjection projection) {
            return new Seen(full(projection), projection.board().state());
        }
    }

    private BoardStatus() {}

    /** For a list of many. */
    static JsonObject brief(Summary board) {
        return JsonObject.builder()
                .put("boardId", board.boardId())
                .put("phase", board.phase().word())
                .putStringIfPresent("blueprint", board.blueprint())
                .put("decisions", board.decisions())
                .put("version", board.version())
                .put("sequence", board.sequence())
                .put("time", LogHeader.format(board.time()))
                .put("created", LogHeader.format(board.created()))
                .put("tokens", board.tokens())
                .put("cost", JsonNumber.of(BigDecimal.valueOf(board.cost())))
                .put("waitsFor", JsonArray.ofStrings(board.waitsFor()))
                .build();
    }

    static JsonObject full(BoardProjection projection) {
        Board board = projection.board();
        return JsonObject.builder()
                .put("boardId", board.id())
                .put("phase", board.phase().word())
                .putStringIfPresent("blueprint", board.blueprint().map(Blueprint::name))
                .putIfPresent("labels", Labels.json(projection.labels()))
                .put("version", board.version())
                .put("sequence", board.sequence())
                .put("time", LogHeader.format(board.time()))
                .put("created", LogHeader.format(board.created()))
                .putStringIfPresent("pausedAt", board.pausedAt().map(LogHeader::format))
                .putStringIfPresent("blueprintHash", board.blueprint().map(Blueprint::hash))
                .put("stateHash", board.stateHash())
                .put("lastHash", board.lastHash())
                .put("counts", counts(projection))
                .put("degraded", Degradation.isIn(board))
                .put("tokens", board.spending().tokens())
                .put("toolCalls", board.spending().toolCalls())
                .put("consumption", projection.consumption().toJson())
                .putAll(OpenWork.json(projection))
                .putIfPresent("marks", OpenWork.marks(board))
                .putIfPresent("end", projection.end().map(end -> end.toJson()))
                .putIfPresent("damage", projection.damage().map(Json::of))
                .build();
    }

    /** What a person has to decide on a board, oldest first; nothing if there is no such board. */
    static Stream<JsonObject> needsPerson(BoardModel boards, String boardId) {
        return boards.one(boardId, projection -> needsPerson(projection, boards.logs())).orElse(List.of()).stream();
    }

    /** @param logs that have the patches which gates hold, with what is to be read of them */
    private static List<JsonObject> needsPerson(BoardProjection projection, BoardLogs logs) {
        Board board = projection.board();
        return board.work().incidents().stream()
                .map(item -> JsonObject.builder()
                        .put("boardId", board.id())
                        .putStringIfPresent("blueprint", board.blueprint().map(Blueprint::name))
                        .putIfPresent("parent", board.present().parent().map(OpenWork::json))
                        .putAll(OpenWork.json(item))
                        .putIfPresent(
                                "held",
                                item.gate()
                                        .flatMap(gate -> logs.one(board.id(), gate.held()))
                                        .map(BoardStatus::held))
                        .build())
                .toList();
    }

    private static Json held(LogEntry entry) {
        PatchHeld held = (PatchHeld) entry.event();
        return JsonObject.builder()
                .put("proposalId", held.proposalId())
                .putStringIfPresent("by", held.by())
                .putStringIfPresent("modifiedBy", held.modifiedBy())
                .putIfPresent("trigger", held.trigger().map(Trigger::toJson))
                .putIfPresent("usage", held.usage().map(Usage::toJson))
                .put("card", held.card().toJson())
                .put("patch", held.patch())
                .build();
    }

    /** The same item with {@code patchBytes} where it has the patch that a gate holds. */
    static JsonObject withoutPatch(JsonObject item) {
        return item.get("held")
                .map(JsonObject.class::cast)
                .map(held -> item.with(
                        "held",
                        held.without("patch")
                                .with(
                                        "patchBytes",
                                        Json.of(held.get("patch").orElseThrow().canonicalBytes()))))
                .orElse(item);
    }

    private static JsonObject counts(BoardProjection projection) {
        JsonObject.Builder stages = JsonObject.builder();
        projection.rejections().forEach((stage, count) -> stages.put(stage.name(), count));
        JsonObject.Builder workers = JsonObject.builder();
        projection.invocations().forEach(workers::put);
        return JsonObject.builder()
                .put("committed", projection.commits())
                .put("rejected", sum(projection.rejections().values()))
                .put("invoked", sum(projection.invocations().values()))
                .put("open", projection.board().open().size())
                .put("waiting", projection.board().waiting().size())
                .put("held", projection.board().held().size())
                .put("rejectedByStage", stages.build())
                .put("invokedByWorker", workers.build())
                .build();
    }

    private static long sum(Iterable<Long> counts) {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }
}
