package io.patchboard.standalone.mcp.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.Exchange;
import io.patchboard.standalone.mcp.Features;
import io.patchboard.standalone.mcp.RpcException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Boards as resources: {@code patchboard://boards/ID}, and parts of them. */
final class BoardResources {

    private static final String INBOX = "patchboard://inbox";
    private static final Pattern URI = Pattern.compile("patchboard://boards/([^/?#]+)(/state|/log|/blueprint)?");
    private static final String PAGE = "200";

    private final Api api;
    private final Follower follower;

    /** Of a board: how it is told apart, by the end of its address. */
    private static final Map<String, String> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("", "How a board is: phase, who is at work, what waits for a person");
        PARTS.put("/state", "A board's state");
        PARTS.put("/log", "A board's log");
        PARTS.put("/blueprint", "The blueprint that a board goes by");
    }

    BoardResources(Api api) {
        this.api = api;
        this.follower = new Follower(api);
    }

    JsonObject list(JsonObject params, Caller caller) throws RpcException, InterruptedException {
        Optional<String> cursor =
                params.get("cursor").filter(JsonString.class::isInstance).map(text -> ((JsonString) text).value());
        try {
            JsonObject page = api.get(caller, "/v1/boards", Map.of("limit", Optional.of(PAGE), "cursor", cursor))
                    .object();
            JsonArray resources = JsonArray.EMPTY;
            if (cursor.isEmpty()) {
                resources = resources.append(resource(INBOX, "inbox", "What waits for a person, on all boards"));
            }
            if (page.get("boards").orElse(Json.nul()) instanceof JsonArray boards) {
                for (Json board : boards) {
                    resources = resources.append(resource((JsonObject) board));
                }
            }
            return JsonObject.builder()
                    .put("resources", resources)
                    .putIfPresent("nextCursor", page.get("next").filter(JsonString.class::isInstance))
                    .build();
        } catch (RefusedException e) {
            throw new RpcException(RpcException.INVALID_PARAMS, e.getMessage());
        }
    }

    private static JsonObject resource(JsonObject board) {
        String id = board.text("boardId");
        return resource(
                "patchboard://boards/" + Api.encoded(id),
                id,
                "Board of blueprint " + board.text("blueprint") + ", " + board.text("phase"));
    }

    private static JsonObject resource(String uri, String name, String description) {
        return JsonObject.builder()
                .put("uri", uri)
                .put("name", name)
                .put("description", description)
                .put("mimeType", "application/json")
                .build();
    }

    JsonObject templates() {
        JsonArray all = JsonArray.EMPTY;
        for (Map.Entry<String, String> part : PARTS.entrySet()) {
            all = all.append(JsonObject.builder()
                    .put("uriTemplate", "patchboard://boards/{boardId}" + part.getKey())
                    .put(
                            "name",
                            part.getKey().isEmpty() ? "board" : part.getKey().substring(1))
                    .put("description", part.getValue())
                    .put("mimeType", "application/json")
                    .build());
        }
        return JsonObject.of("resourceTemplates", all);
    }

    JsonObject read(JsonObject params, Exchange exchange) throws RpcException, InterruptedException {
        String uri = uri(params);
        String path = path(uri, exchange.isStateless());
        String text;
        try {
            text = JsonWriter.compact(api.get(exchange.caller(), path).body());
        } catch (RefusedException e) {
            throw RpcException.noSuchResource(uri, exchange.isStateless(), e.getMessage());
        }
        try {
            BoardTools.requireFits(text);
        } catch (RefusedException e) {
            throw new RpcException(RpcException.INVALID_PARAMS, e.getMessage());
        }
        JsonObject contents = JsonObject.builder()
                .put("uri", uri)
                .put("mimeType", "application/json")
                .put("text", text)
                .build();
        return JsonObject.of("contents", JsonArray.of(contents));
    }

    private static String uri(JsonObject params) throws RpcException {
        if (params.get("uri").orElse(Json.nul()) instanceof JsonString uri) {
            return uri.value();
        }
        throw new RpcException(RpcException.INVALID_PARAMS, "Expected a string at params.uri, but got none.");
    }

    private static String path(String uri, boolean stateless) throws RpcException {
        if (uri.equals(INBOX)) {
            return "/v1/inbox";
        }
        Matcher match = matched(uri, stateless);
        return Boards.path(decoded(match.group(1)))
                + Optional.ofNullable(match.group(2)).orElse("");
    }

    private static Matcher matched(String uri, boolean stateless) throws RpcException {
        Matcher match = URI.matcher(uri);
        if (!match.matches()) {
            throw RpcException.noSuchResource(
                    uri,
                    stateless,
                    "Expected " + INBOX + " or patchboard://boards/ID, with " + List.copyOf(PARTS.keySet())
                            + " behind it, but got another.");
        }
        return match;
    }

    private static String decoded(String segment) throws RpcException {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new RpcException(RpcException.INVALID_PARAMS, "Expected an encoded id, but: " + e.getMessage());
        }
    }

    /** A board's parts change when its log goes on. */
    Features.Watch watch(String uri, Caller caller, Runnable changed) throws RpcException, InterruptedException {
        String board = decoded(matched(uri, true).group(1));
        try {
            JsonObject now = api.get(caller, Boards.path(board)).object();
            return follower.follow(
                    board, Long.parseLong(now.get("sequence").orElseThrow().toString()), caller, changed);
        } catch (RefusedException e) {
            throw RpcException.noSuchResource(uri, true, e.getMessage());
        }
    }
}
