package io.patchboard.gateway.http;

import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What goes back to the caller.
 *
 * @param undelivered runs if the caller did not get it, as far as that can be seen from here
 */
public record Reply(int status, String contentType, Map<String, String> headers, byte[] body, Runnable undelivered) {

    public Reply {
        headers = Map.copyOf(headers);
    }

    public static Reply of(int status, Json body) {
        return new Reply(status, "application/json", Map.of(), JsonWriter.compactBytes(body), () -> {});
    }

    public static Reply ofText(String contentType, String body) {
        return new Reply(200, contentType, Map.of(), body.getBytes(StandardCharsets.UTF_8), () -> {});
    }

    public Reply withHeader(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new Reply(status, contentType, all, body, undelivered);
    }

    public Reply ifUndelivered(Runnable action) {
        return new Reply(status, contentType, headers, body, action);
    }

    Reply withContentType(String type) {
        return new Reply(status, type, headers, body, undelivered);
    }
}
