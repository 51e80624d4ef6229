package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.client.model.BoardModel;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.gateway.text.Cut;
import io.patchboard.json.Json;
import java.util.function.Supplier;

/** What waits for a person's decision. */
final class InboxRoutes {

    /** Each board is looked at as a whole. */
    private static final int MOST_BOARDS = 100;

    private static final int MOST_ITEM_CHARS = 20;

    private final Supplier<BoardModel> model;
    private final ReadRoutes.Boards asAsked;

    InboxRoutes(Supplier<BoardModel> model, ReadRoutes.Boards asAsked) {
        this.model = model;
        this.asAsked = asAsked;
    }

    void all(Context context) {
        int limit = ReadRoutes.number(context, "limit", 1, MOST_BOARDS)
                .orElse((long) MOST_BOARDS)
                .intValue();
        BoardModel boards = model.get();
        ListQuery query = ListQuery.needsPerson(context);
        ReadRoutes.answer(
                context,
                query.body(
                        "items",
                        boards.list(query.boards(), query.after(), limit),
                        board -> BoardStatus.needsPerson(boards, board.boardId())));
    }

    void one(Context context) throws InterruptedException {
        String id = ReadRoutes.id(context);
        String item = context.pathParam("item");
        BoardModel boards = asAsked.asAsked(context);
        ReadRoutes.known(id, () -> boards.summary(id));
        ReadRoutes.answer(
                context,
                BoardStatus.needsPerson(boards, id)
                        .filter(waits -> waits.get("item")
                                .map(Json::toString)
                                .filter(item::equals)
                                .isPresent())
                        .findFirst()
                        .orElseThrow(() -> new ProblemException(
                                HttpStatus.NOT_FOUND,
                                "Expected something that waits for a person on board \"" + id + "\", but \""
                                        + Cut.shortened(item, MOST_ITEM_CHARS)
                                        + "\" does not, or does no more: it was decided, or the board has ended.")));
    }
}
