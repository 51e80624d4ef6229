package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.patchboard.client.model.BoardModel;
import io.patchboard.gateway.http.Call;
import io.patchboard.gateway.http.EntityTag;
import io.patchboard.gateway.http.Reply;
import io.patchboard.gateway.http.api.Bodies;
import io.patchboard.json.Json;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.state.Board;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.blueprint.BlueprintText;
import io.patchboard.standalone.blueprint.BlueprintText.Format;
import io.patchboard.standalone.blueprint.Verdict;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/** The routes about blueprints: of a board at a version, and of nobody yet. */
final class BlueprintRoutes {

    /** Each computes for up to a quarter of a second. */
    private static final int CHECKS_AT_ONCE = 2;

    private final ReadRoutes.Boards model;
    private final Semaphore checks = new Semaphore(CHECKS_AT_ONCE);

    BlueprintRoutes(ReadRoutes.Boards model) {
        this.model = model;
    }

    /**
     * What {@code blueprint validate --json} says; it is an answer like any other that a blueprint is wrong. One in
     * YAML that is valid is told in JSON, too, for who can read that alone: as text, so that no reader rounds numbers.
     */
    CompletionStage<Reply> validate(Call call) {
        return Bodies.text(call)
                .thenCompose(body -> ReadRoutes.away(() -> {
                    ReadRoutes.take(checks);
                    try {
                        Verdict verdict = verdict(body);
                        return Reply.of(
                                200,
                                verdict.blueprint()
                                        .filter(valid -> body.isYaml())
                                        .map(valid -> verdict.json()
                                                .with(
                                                        "blueprint",
                                                        Json.of(valid.source().toString())))
                                        .orElseGet(verdict::json));
                    } finally {
                        checks.release();
                    }
                }));
    }

    static Verdict verdict(Bodies.Text body) {
        try {
            return Verdict.of(BlueprintText.parse(body.text(), body.isYaml() ? Format.YAML : Format.JSON));
        } catch (BlueprintSyntaxException e) {
            return Verdict.of(e);
        }
    }

    /** By which a board goes, or went at a version, as it was sent. */
    void blueprint(Context context) throws InterruptedException {
        Optional<Long> version = ReadRoutes.number(context, "version", 0, Long.MAX_VALUE);
        BoardModel boards = model.asAsked(context);
        Board board = VersionRoutes.asked(context, boards, version);
        Blueprint blueprint = ReadRoutes.known(board.id(), board::blueprint);
        if (!new EntityTag(blueprint.hash()).spares(context)) {
            ReadRoutes.answer(context, blueprint.source());
        }
    }
}
