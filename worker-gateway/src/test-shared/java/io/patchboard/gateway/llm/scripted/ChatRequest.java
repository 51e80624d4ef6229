package io.patchboard.gateway.llm.scripted;

import com.sun.net.httpserver.Headers;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import java.util.Optional;

/**
 * What a server was asked.
 *
 * @param target path and query
 * @param text the body as it came
 */
public record ChatRequest(String target, Headers headers, JsonObject body, String text) {

    /** Of chat completions: the message of the system. */
    public String system() {
        return message("system");
    }

    /** Of chat completions: the message of the user. */
    public String user() {
        return message("user");
    }

    /** The value at a JSON Pointer into the body; JSON null if there is none. */
    public Json at(String pointer) {
        return JsonPointer.parse(pointer).resolve(body).orElse(Json.nul());
    }

    private String message(String role) {
        for (Json message : (JsonArray) at("/messages")) {
            if (message instanceof JsonObject object && object.get("role").equals(Optional.of(Json.of(role)))) {
                return ((JsonString) object.get("content").orElseThrow()).value();
            }
        }
        throw new AssertionError("Expected a message of role " + role + ", but got " + body + ".");
    }
}
