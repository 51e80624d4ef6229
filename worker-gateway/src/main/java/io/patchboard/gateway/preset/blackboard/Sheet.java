package io.patchboard.gateway.preset.blackboard;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.List;
import java.util.Optional;

/**
 * What the referee sees of a board.
 *
 * @param phase what the board waits for
 * @param round the current one, from 1; 0 before the first
 * @param decision what the coordinator said, not yet judged
 * @param invited the agent whose turn it is; empty where it is nobody's
 * @param reason why it is the invited agent's turn, if its coordinator says so
 * @param bestKind the kind of the entry that would be the answer now
 */
record Sheet(
        String phase,
        long round,
        long maxRounds,
        List<String> agents,
        boolean hasCoordinator,
        boolean hasDecider,
        String problem,
        Optional<Json> decision,
        String invited,
        Optional<String> reason,
        Optional<Referee.Draft> draft,
        Optional<String> synthesis,
        Optional<String> bestKind) {

    /** @throws IllegalArgumentException if the view is not one of this preset's blueprint */
    static Sheet of(Invocation invocation) {
        JsonObject team = object(required(invocation, "/team"), "/team");
        String invited = invocation.field("/turn/agent").map(Sheet::text).orElse("");
        return new Sheet(
                text(required(invocation, "/phase")),
                number(required(invocation, "/round")),
                number(team.get("maxRounds").orElse(Json.nul())),
                agents(team),
                team.get("coordinator").equals(Optional.of(JsonBoolean.TRUE)),
                team.get("decider").equals(Optional.of(JsonBoolean.TRUE)),
                text(required(invocation, "/problem")),
                invocation.field("/decision"),
                invited,
                invocation.field("/turn/reason").map(Sheet::text),
                invocation.field("/drafts/" + invited).map(draft -> draft(invited, draft)),
                invocation.field("/synthesis").map(Sheet::text),
                invocation.field("/best/kind").map(Sheet::text));
    }

    private static List<String> agents(JsonObject team) {
        if (!(team.get("agents").orElse(Json.nul()) instanceof JsonArray agents)) {
            throw unfit("/team/agents");
        }
        return agents.stream()
                .map(agent -> text(object(agent, "/team/agents").get("name").orElse(Json.nul())))
                .toList();
    }

    private static Referee.Draft draft(String author, Json draft) {
        if (draft instanceof JsonObject object) {
            return new Referee.Draft(
                    author,
                    text(object.get("content").orElse(Json.nul())),
                    object.get("kind").map(Sheet::text).orElse("contribution"));
        }
        return new Referee.Draft(author, text(draft), "contribution");
    }

    private static Json required(Invocation invocation, String path) {
        return invocation.field(path).orElseThrow(() -> unfit(path));
    }

    private static JsonObject object(Json value, String path) {
        if (value instanceof JsonObject object) {
            return object;
        }
        throw unfit(path);
    }

    private static String text(Json value) {
        return value instanceof JsonString string ? string.value() : value.toString();
    }

    private static long number(Json value) {
        if (value instanceof JsonNumber number && number.isIntegral()) {
            return number.value().longValueExact();
        }
        throw unfit("/round");
    }

    private static IllegalArgumentException unfit(String path) {
        return new IllegalArgumentException("Expected a board of the blackboard preset, but its view has no fitting "
                + path + ". The referee serves blueprints that \"patchboard preset blackboard\" wrote.");
    }
}
