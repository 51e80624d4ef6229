package io.patchboard.standalone.http;

import io.javalin.http.HttpStatus;
import io.patchboard.client.model.BoardModel;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.Problem;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.api.Bodies;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.kernel.replay.whatif.WhatIf;
import io.patchboard.kernel.state.Phase;
import io.patchboard.standalone.whatif.ChosenBoards;
import io.patchboard.standalone.whatif.Comparison;
import io.patchboard.standalone.whatif.OtherCourse;
import io.patchboard.text.Cut;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Past proposals of some boards under another blueprint. */
final class WhatIfRoute {

    private static final int MOST_BOARDS = 100;

    /** Of all boards together: some seconds of one processor. */
    private static final long MOST_ENTRIES = 50_000;

    private static final int ENTRIES_BETWEEN_LOOKS = 100;

    /** Characters of what was sent that an answer repeats. */
    private static final int MOST_SAID = 100;

    private static final Set<String> MEMBERS = Set.of("blueprint", "boards", "mode");

    private final Supplier<BoardModel> model;
    private final Semaphore atOnce = new Semaphore(1);

    WhatIfRoute(Supplier<BoardModel> model) {
        this.model = model;
    }

    /**
     * One comparison at a time, and on a platform thread: judging computes, and on a virtual thread it would keep all
     * others from their processor. It ends when nobody waits for it any more.
     */
    CompletionStage<Reply> answer(Call call) {
        return Bodies.json(call).thenCompose(body -> {
            ReadRoutes.take(atOnce);
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            Thread.ofPlatform().name("patchboard-what-if").daemon().start(() -> {
                Runnable tell;
                try {
                    Reply found = Reply.of(200, compare(body, model.get(), call::isGone));
                    tell = () -> reply.complete(found);
                } catch (RuntimeException | Error e) {
                    tell = () -> reply.completeExceptionally(e);
                }
                atOnce.release(); // first, since who is told may ask again at once
                tell.run();
            });
            return reply;
        });
    }

    private static JsonObject compare(Json body, BoardModel known, BooleanSupplier isGone) {
        if (!(body instanceof JsonObject asked)) {
            throw ReadRoutes.bad("Expected a JSON object as the body, but got a JSON " + body.typeName() + ".");
        }
        Bodies.refuseUnknown(asked, MEMBERS);
        WhatIf.Mode mode = mode(asked);
        Set<String> boards = boards(asked);
        Blueprint other = compiled(asked);
        requireFew(boards, known);
        OtherCourse course = new OtherCourse(other, mode, new ChosenBoards(boards, Optional.empty()));
        Comparison comparison = new Comparison(mode, other.source(), flip -> false);
        boolean waits = true;
        for (String board : boards) {
            waits = waits && !isGone.getAsBoolean();
            if (waits) {
                known.logs().decoded(board, 1, entry -> {
                    course.accept(entry);
                    return entry.sequence() % ENTRIES_BETWEEN_LOOKS != 0 || !isGone.getAsBoolean();
                });
                course.end(comparison);
            }
        }
        return comparison.json(course.damaged());
    }

    private static void requireFew(Set<String> boards, BoardModel known) {
        long entries = 0;
        for (String board : boards) {
            entries += ReadRoutes.known(
                            Cut.shortened(board, MOST_SAID),
                            () -> known.summary(board).filter(found -> found.phase() != Phase.ABSENT))
                    .sequence();
        }
        if (entries > MOST_ENTRIES) {
            throw Problem.of(
                            HttpStatus.CONTENT_TOO_LARGE,
                            "Expected boards with at most " + MOST_ENTRIES + " entries together, but they have "
                                    + entries + ". Ask about fewer at once, or let \"patchboard what-if\" judge them.")
                    .asException();
        }
    }

    private static WhatIf.Mode mode(JsonObject asked) {
        Json mode = asked.get("mode").orElse(Json.of("each"));
        if (mode.equals(Json.of("each"))) {
            return WhatIf.Mode.EACH;
        } else if (mode.equals(Json.of("onward"))) {
            return WhatIf.Mode.ONWARD;
        }
        throw ReadRoutes.bad(
                "Expected each or onward at /mode, but got " + Cut.shortened(mode.toString(), MOST_SAID) + ".");
    }

    private static Set<String> boards(JsonObject asked) {
        if (!(asked.get("boards").orElse(Json.nul()) instanceof JsonArray ids)) {
            throw ReadRoutes.bad("Expected an array of boards' ids at /boards, but got "
                    + asked.get("boards")
                            .map(ids -> Cut.shortened(ids.toString(), MOST_SAID))
                            .orElse("none")
                    + ".");
        }
        Set<String> boards = new LinkedHashSet<>();
        for (int i = 0; i < ids.size(); i++) {
            if (!(ids.get(i) instanceof JsonString id)) {
                throw ReadRoutes.bad("Expected a board's id at /boards/" + i + ", but got "
                        + Cut.shortened(ids.get(i).toString(), MOST_SAID) + ".");
            }
            boards.add(id.value());
        }
        if (boards.isEmpty() || boards.size() > MOST_BOARDS) {
            throw ReadRoutes.bad("Expected 1 to " + MOST_BOARDS + " ids of boards at /boards, but got " + boards.size()
                    + ". \"patchboard what-if\" takes all.");
        }
        return boards;
    }

    private static Blueprint compiled(JsonObject asked) {
        Json source = asked.get("blueprint")
                .orElseThrow(() -> ReadRoutes.bad("Expected a blueprint at /blueprint, but got none."));
        CompileResult result = new Blueprints().compile(source);
        if (result instanceof CompileResult.Invalid invalid) {
            throw Problem.of(
                            HttpStatus.UNPROCESSABLE_CONTENT,
                            "Expected a valid blueprint, but at \""
                                    + invalid.problems().get(0).pointer() + "\": "
                                    + invalid.problems().get(0).message())
                    .with(
                            "errors",
                            JsonArray.copyOf(invalid.problems().stream()
                                    .<Json>map(problem -> problem.toJson())
                                    .toList()))
                    .asException();
        }
        return ((CompileResult.Valid) result).blueprint();
    }
}
