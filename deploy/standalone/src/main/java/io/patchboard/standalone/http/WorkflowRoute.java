package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.OpenWork;
import io.patchboard.client.model.BoardModel;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.state.Board;
import io.patchboard.standalone.blueprint.Picture;
import io.patchboard.standalone.blueprint.PictureLayout;
import io.patchboard.standalone.blueprint.PictureLayout.Area;
import io.patchboard.standalone.blueprint.PictureTooLargeException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A board's workflow as a picture, with what has happened in it up to a version, and what it waits for then. */
final class WorkflowRoute {

    /** Laying one out takes up to some seconds. */
    private static final int MOST_KEPT = 32;

    private static final int CACHE_CAPACITY = 64;
    private static final float LOAD_FACTOR = 0.75f;

    private final ReadRoutes.Boards model;

    /** By the blueprint's hash, those that were looked at last. */
    private final Map<String, JsonObject> pictures =
            Collections.synchronizedMap(new LinkedHashMap<>(CACHE_CAPACITY, LOAD_FACTOR, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, JsonObject> eldest) {
                    return size() > MOST_KEPT;
                }
            });

    WorkflowRoute(ReadRoutes.Boards model) {
        this.model = model;
    }

    /** What is told of a board as it is at one moment. */
    private record Found(Board board, JsonObject json) {}

    void workflow(Context context) throws InterruptedException {
        Optional<Long> version = ReadRoutes.number(context, "version", 0, Long.MAX_VALUE);
        BoardModel boards = model.asAsked(context);
        Board now = version.isPresent()
                ? VersionRoutes.now(context, boards)
                : VersionRoutes.asked(context, boards, version);
        Found found = version.filter(asked -> asked != now.version())
                .map(asked -> boards.at(now.id(), asked, WorkflowRoute::found)
                        .orElseThrow(() -> VersionRoutes.noSuchVersion(now, "version", asked)))
                .or(() -> boards.one(now.id(), WorkflowRoute::found))
                .orElseThrow();
        Blueprint blueprint = ReadRoutes.known(now.id(), found.board()::blueprint);
        JsonObject drawn = found.json().with("picture", picture(blueprint));
        ReadRoutes.answer(
                context,
                Access.json(blueprint)
                        .map(paths -> drawn.with("paths", paths))
                        .orElseGet(() -> drawn.with("pathsLeftOut", Json.of(true))));
    }

    private static Found found(BoardProjection projection) {
        Board board = projection.board();
        JsonObject.Builder firings = JsonObject.builder();
        projection.firings().forEach((rule, byWorker) -> firings.put(rule, counts(byWorker)));
        return new Found(
                board,
                JsonObject.builder()
                        .put("boardId", board.id())
                        .put("version", board.version())
                        .put("sequence", board.sequence())
                        .put("phase", board.phase().word())
                        .put("firings", firings.build())
                        .put("invocations", counts(projection.invocations()))
                        .putAll(OpenWork.json(projection))
                        .build());
    }

    private static JsonObject counts(Map<String, Long> counts) {
        JsonObject.Builder json = JsonObject.builder();
        counts.forEach(json::put);
        return json.build();
    }

    private JsonObject picture(Blueprint blueprint) {
        JsonObject known = pictures.get(blueprint.hash());
        if (known != null) {
            return known;
        }
        try {
            JsonObject drawn = drawn(Picture.of(blueprint));
            pictures.put(blueprint.hash(), drawn);
            return drawn;
        } catch (PictureTooLargeException e) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, e.getMessage());
        }
    }

    private static JsonObject drawn(Picture picture) {
        PictureLayout layout = PictureLayout.of(picture);
        return JsonObject.builder()
                .put("width", Math.round(layout.width()))
                .put("height", Math.round(layout.height()))
                .put(
                        "boxes",
                        JsonArray.copyOf(picture.boxes().stream()
                                .map(box -> json(box, layout.areas().get(box)))
                                .toList()))
                .put(
                        "arrows",
                        JsonArray.copyOf(picture.arrows().stream()
                                .map(arrow -> json(arrow, layout))
                                .toList()))
                .build();
    }

    private static Json json(Picture.Box box, Area area) {
        return JsonObject.builder()
                .put("id", box.id())
                .put("kind", box.shape().name().toLowerCase(Locale.ROOT))
                .put("name", box.name())
                .put("title", box.title())
                .put("lines", JsonArray.ofStrings(box.lines()))
                .put("x", Math.round(area.x()))
                .put("y", Math.round(area.y()))
                .put("width", Math.round(area.width()))
                .put("height", Math.round(area.height()))
                .build();
    }

    private static Json json(Picture.Arrow arrow, PictureLayout layout) {
        return JsonObject.builder()
                .put("from", arrow.from().id())
                .put("to", arrow.to().id())
                .put("certain", Json.of(arrow.certain()))
                .put(
                        "points",
                        JsonArray.copyOf(layout.ways().get(arrow).stream()
                                .<Json>map(point ->
                                        JsonArray.of(Json.of(Math.round(point.x())), Json.of(Math.round(point.y()))))
                                .toList()))
                .build();
    }
}
