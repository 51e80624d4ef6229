package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.patchboard.client.model.Action;
import io.patchboard.client.model.ApprovalCount;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.RejectionQuery;
import io.patchboard.gateway.http.Routes;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.text.Moments;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the read model counts over many boards. */
final class AnalyticsRoutes {

    private static final long MOST = 1_000;

    private static final List<RejectionQuery.By> EVERY_WAY = List.of(RejectionQuery.By.values());
    private static final List<RejectionQuery.By> WHO =
            List.of(RejectionQuery.By.WORKER, RejectionQuery.By.VERSION, RejectionQuery.By.MODEL);

    private AnalyticsRoutes() {}

    /** @param reading makes of a read one that has to wait for its turn */
    static void mount(Routes routes, Function<BiConsumer<Context, BoardModel>, Handler> reading) {
        routes.getAtOnce(
                        "/v1/analytics/rejections",
                        reading.apply(AnalyticsRoutes::rejections),
                        "by",
                        "board",
                        "blueprint",
                        "since",
                        "limit")
                .getAtOnce(
                        "/v1/analytics/answers",
                        reading.apply(AnalyticsRoutes::answers),
                        "by",
                        "board",
                        "blueprint",
                        "since",
                        "limit")
                .getAtOnce("/v1/analytics/approvals", reading.apply(AnalyticsRoutes::approvals), "blueprint", "since")
                .getAtOnce(
                        "/v1/analytics/actions",
                        reading.apply(AnalyticsRoutes::actions),
                        "board",
                        "by",
                        "since",
                        "limit");
    }

    private static void rejections(Context context, BoardModel boards) {
        RejectionQuery query = query(context, boards, by(context, EVERY_WAY, RejectionQuery.By.CLAUSE));
        ReadRoutes.answer(context, boards.rejections(query).toJson(query.by()));
    }

    /** What answers took, and which circuit breakers opened. */
    private static void answers(Context context, BoardModel boards) {
        RejectionQuery query = query(context, boards, by(context, WHO, RejectionQuery.By.WORKER));
        ReadRoutes.answer(context, boards.answers(query).toJson());
    }

    private static RejectionQuery query(Context context, BoardModel boards, RejectionQuery.By by) {
        RejectionQuery query = new RejectionQuery(
                text(context, "board"),
                text(context, "blueprint"),
                since(context),
                by,
                ReadRoutes.number(context, "limit", 1, MOST).map(Long::intValue).orElse(RejectionQuery.LIMIT));
        query.board().ifPresent(id -> ReadRoutes.known(id, () -> boards.summary(id)));
        return query;
    }

    /** What became of that which gates have held. */
    private static void approvals(Context context, BoardModel boards) {
        ReadRoutes.answer(
                context,
                JsonObject.of(
                        "approvals",
                        JsonArray.copyOf(boards.approvals(text(context, "blueprint"), since(context)).stream()
                                .map(ApprovalCount::toJson)
                                .toList())));
    }

    /** Who did what to which board by hand, the latest first. */
    private static void actions(Context context, BoardModel boards) {
        int most =
                ReadRoutes.number(context, "limit", 1, MOST).map(Long::intValue).orElse(RejectionQuery.LIMIT);
        ReadRoutes.answer(
                context,
                JsonObject.of(
                        "actions",
                        JsonArray.copyOf(
                                boards
                                        .actions(text(context, "board"), text(context, "by"), since(context), most)
                                        .stream()
                                        .map(Action::toJson)
                                        .toList())));
    }

    private static Optional<String> text(Context context, String name) {
        return Optional.ofNullable(context.queryParam(name));
    }

    private static Optional<Instant> since(Context context) {
        return text(context, "since")
                .map(text -> Moments.parse(text, Instant.now())
                        .orElseThrow(() -> ReadRoutes.bad("Expected a time, or how long ago it was, such as "
                                + Moments.EXAMPLES + ", as since, but got \"" + text + "\".")));
    }

    private static RejectionQuery.By by(Context context, List<RejectionQuery.By> ways, RejectionQuery.By usual) {
        return text(context, "by")
                .map(word -> ways.stream()
                        .filter(by -> by.word().equals(word))
                        .findFirst()
                        .orElseThrow(() -> ReadRoutes.bad("Expected one of "
                                + ways.stream().map(RejectionQuery.By::word).collect(Collectors.joining(", "))
                                + " as by, but got \"" + word + "\".")))
                .orElse(usual);
    }
}
