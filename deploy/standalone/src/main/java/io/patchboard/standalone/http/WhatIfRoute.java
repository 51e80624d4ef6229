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
import io.patchboard.standalone.whatif.Comparison;
import io.patchboard.standalone.whatif.OtherCourse;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Past proposals of some boards under another blueprint. */
final class WhatIfRoute {

    private static final int MOST_BOARDS = 100;
    private static final Set<String> MEMBERS = Set.of("blueprint", "boards", "mode");

    private final Supplier<BoardModel> model;
    private final Semaphore atOnce;

    WhatIfRoute(Supplier<BoardModel> model, Semaphore atOnce) {
        this.model = model;
        this.atOnce = atOnce;
    }

    /** Logs are read and judged away from the server's own threads, and a slow sender takes nobody's place. */
    CompletionStage<Reply> answer(Call call) {
        return Bodies.json(call)
                .thenCompose(body -> ReadRoutes.away(() -> {
                    ReadRoutes.take(atOnce);
                    try {
                        return Reply.of(200, compare(body, model.get()));
                    } finally {
                        atOnce.release();
                    }
                }));
    }

    private static JsonObject compare(Json body, BoardModel known) {
        if (!(body instanceof JsonObject asked)) {
            throw ReadRoutes.bad("Expected a JSON object as the body, but got a JSON " + body.typeName() + ".");
        }
        asked.names().stream()
                .filter(name -> !MEMBERS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw ReadRoutes.bad("Expected no other members than " + MEMBERS + ", but got \"" + name + "\".");
                });
        WhatIf.Mode mode = mode(asked);
        Set<String> boards = boards(asked);
        Blueprint other = compiled(asked);
        OtherCourse course = new OtherCourse(other, mode, boards, Optional.empty());
        for (String board : boards) {
            ReadRoutes.known(board, () -> known.summary(board));
            known.logs().decoded(board, 1, entry -> {
                course.accept(entry);
                return true;
            });
        }
        Comparison comparison = new Comparison(mode, other.source(), flip -> false);
        course.end(comparison);
        JsonObject.Builder damaged = JsonObject.builder();
        course.damaged().forEach(damaged::put);
        return comparison.json().with("damaged", damaged.build());
    }

    private static WhatIf.Mode mode(JsonObject asked) {
        Json mode = asked.get("mode").orElse(Json.of("each"));
        if (mode.equals(Json.of("each"))) {
            return WhatIf.Mode.EACH;
        } else if (mode.equals(Json.of("onward"))) {
            return WhatIf.Mode.ONWARD;
        }
        throw ReadRoutes.bad("Expected each or onward at /mode, but got " + mode + ".");
    }

    private static Set<String> boards(JsonObject asked) {
        if (!(asked.get("boards").orElse(Json.nul()) instanceof JsonArray ids)) {
            throw ReadRoutes.bad("Expected an array of boards' ids at /boards, but got "
                    + asked.get("boards").map(Json::toString).orElse("none") + ".");
        }
        Set<String> boards = new LinkedHashSet<>();
        for (int i = 0; i < ids.size(); i++) {
            if (!(ids.get(i) instanceof JsonString id)) {
                throw ReadRoutes.bad("Expected a board's id at /boards/" + i + ", but got " + ids.get(i) + ".");
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
