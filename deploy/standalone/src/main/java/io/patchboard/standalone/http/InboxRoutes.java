package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.client.board.OpenWork;
import io.patchboard.client.model.BoardLogs;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.BoardPage;
import io.patchboard.client.model.BoardPage.Place;
import io.patchboard.client.model.Summary;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.text.Cut;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What waits for a person's decision. */
final class InboxRoutes {

    /** Each board is looked at as a whole. */
    private static final int MOST_BOARDS = 100;

    /** After the board with which there are so many, the answer ends. */
    private static final int ENOUGH_ITEMS = 1_000;

    /** As well: what gates hold on one board is bounded, but there are many boards. */
    private static final long ENOUGH_BYTES = 4L << 20;

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
        ListQuery query = ListQuery.inbox(context);
        BoardPage page = boards.list(query.boards(), query.after(), limit);
        List<JsonObject> items = new ArrayList<>();
        long bytes = 0;
        Optional<Place> next = page.next();
        for (Iterator<Summary> board = page.boards().iterator(); board.hasNext(); ) {
            Summary looked = board.next();
            List<JsonObject> more =
                    items(boards, looked.boardId(), Optional.empty()).toList();
            items.addAll(more);
            bytes += more.stream().mapToLong(JsonObject::canonicalBytes).sum();
            if ((items.size() >= ENOUGH_ITEMS || bytes >= ENOUGH_BYTES) && board.hasNext()) {
                next = Optional.of(Place.after(looked));
                break;
            }
        }
        ReadRoutes.answer(context, query.body("items", items, next));
    }

    void one(Context context) throws InterruptedException {
        String id = ReadRoutes.id(context);
        String item = context.pathParam("item");
        BoardModel boards = asAsked.asAsked(context);
        ReadRoutes.known(id, () -> boards.summary(id));
        ReadRoutes.answer(
                context,
                items(boards, id, Optional.of(item))
                        .findFirst()
                        .orElseThrow(() -> new ProblemException(
                                HttpStatus.NOT_FOUND,
                                "Expected something that waits for a person on board \"" + id + "\", but \""
                                        + Cut.shortened(item, MOST_ITEM_CHARS)
                                        + "\" does not, or does no more: it was decided, or the board has ended.")));
    }

    /** @param wanted the number of one, which is told as a whole; absent for all */
    static Stream<JsonObject> items(BoardModel boards, String id, Optional<String> wanted) {
        Stream<JsonObject> decisions = BoardStatus.needsPerson(boards, id)
                .filter(waits -> wanted.isEmpty()
                        || waits.get("item").map(Json::toString).equals(wanted));
        List<LogEntry> invited = boards.tasks(id).stream()
                .filter(task -> wanted.isEmpty()
                        || wanted.filter(Long.toString(task.sequence())::equals).isPresent())
                .flatMap(task -> invited(boards.logs(), id, task.sequence(), wanted.isPresent()).stream())
                .toList();
        Optional<Json> parent = invited.isEmpty() ? Optional.empty() : parent(boards, id);
        return Stream.concat(decisions, invited.stream().map(entry -> task(boards, entry, parent, wanted.isPresent())));
    }

    private static Optional<Json> parent(BoardModel boards, String id) {
        return boards.one(id, projection -> projection.board().present().parent())
                .flatMap(parent -> parent.map(OpenWork::json));
    }

    private static Optional<LogEntry> invited(BoardLogs logs, String id, long sequence, boolean whole) {
        return whole ? logs.one(id, sequence) : logs.oneWithoutBulk(id, sequence);
    }

    private static JsonObject task(BoardModel boards, LogEntry entry, Optional<Json> parent, boolean whole) {
        WorkerInvoked invoked = (WorkerInvoked) entry.event();
        return JsonObject.builder()
                .put("boardId", entry.boardId())
                .putStringIfPresent("blueprint", boards.summary(entry.boardId()).flatMap(Summary::blueprint))
                .putIfPresent("parent", parent)
                .put("item", entry.sequence())
                .put("since", LogHeader.format(entry.header().time()))
                .put("kind", "task")
                .put("worker", invoked.worker())
                .put("message", invoked.instruction())
                .put("options", JsonArray.ofStrings(List.of("answer")))
                .put("invocationId", invoked.invocationId())
                .put("queue", invoked.queue())
                .put("attempt", invoked.attempt())
                .put("deadline", LogHeader.format(invoked.deadline()))
                .putIfPresent("view", Optional.of(invoked.view()).filter(view -> whole))
                .build();
    }
}
