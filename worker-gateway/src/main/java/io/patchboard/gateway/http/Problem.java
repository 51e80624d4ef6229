package io.patchboard.gateway.http;

import io.javalin.http.HttpStatus;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A problem document (RFC 9457) to be.
 *
 * @param type what kind of problem, for programs; {@link #BLANK} where the status says it all
 * @param more extension members
 * @param headers that go with it
 */
public record Problem(HttpStatus status, String type, String detail, JsonObject more, Map<String, String> headers) {

    public static final String BLANK = "about:blank";
    static final String CONTENT_TYPE = "application/problem+json";

    public Problem {
        headers = Map.copyOf(headers);
    }

    public static Problem of(HttpStatus status, String detail) {
        return new Problem(status, BLANK, detail, JsonObject.EMPTY, Map.of());
    }

    public Problem withType(String name) {
        return new Problem(status, "urn:patchboard:problem:" + name, detail, more, headers);
    }

    public Problem with(String name, Json value) {
        return new Problem(status, type, detail, more.with(name, value), headers);
    }

    public Problem withAll(JsonObject members) {
        return new Problem(
                status,
                type,
                detail,
                JsonObject.builder().putAll(more).putAll(members).build(),
                headers);
    }

    public Problem withHeader(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new Problem(status, type, detail, more, all);
    }

    public ProblemException asException() {
        return new ProblemException(this);
    }

    Reply reply(String instance) {
        JsonObject body = JsonObject.builder()
                .put("type", type)
                .put("title", status.getMessage())
                .put("status", status.getCode())
                .put("detail", detail)
                .put("instance", instance)
                .putAll(more)
                .build();
        Reply reply = Reply.of(status.getCode(), body).withContentType(CONTENT_TYPE);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            reply = reply.withHeader(header.getKey(), header.getValue());
        }
        return reply;
    }
}
