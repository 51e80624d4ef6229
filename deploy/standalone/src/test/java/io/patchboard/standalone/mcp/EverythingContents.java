package io.patchboard.standalone.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What the answers to the conformance suite are made of, and what is read of what it sends. */
final class EverythingContents {

    static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
    static final String WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
    static final String EMBEDDED =
            "{\"type\":\"resource\",\"resource\":{\"uri\":\"test://embedded-resource\",\"mimeType\":\"text/plain\","
                    + "\"text\":\"This is an embedded resource content.\"}}";
    static final String IMAGE = "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"" + PNG + "\"}";
    static final String ASK_NAME = elicitation("What is your name?", "{\"name\":{\"type\":\"string\"}}", "name");

    private EverythingContents() {}

    /** What was signed; empty if there is none. */
    static String verified(JsonObject params) throws RpcException {
        String state = params.has("requestState") ? text(params, "requestState") : "";
        int dot = state.lastIndexOf('.');
        if (!state.isEmpty() && (dot < 0 || !signature(state.substring(0, dot)).equals(state.substring(dot + 1)))) {
            throw new RpcException(RpcException.INVALID_PARAMS, "Expected a requestState of this server.");
        }
        return state.isEmpty() ? "" : state.substring(0, dot);
    }

    static String signature(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("conformance".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static JsonObject asks(Map<String, String> requests, String state) {
        JsonObject.Builder inputs = JsonObject.builder();
        requests.forEach((name, request) -> inputs.put(name, object(request)));
        JsonObject.Builder result =
                JsonObject.builder().put("resultType", "input_required").put("inputRequests", inputs.build());
        return state.isEmpty()
                ? result.build()
                : result.put("requestState", state + "." + signature(state)).build();
    }

    static String elicitation(String message, String properties, String required) {
        return "{\"method\":\"elicitation/create\",\"params\":" + elicitationParams(message, properties, required)
                + "}";
    }

    static JsonObject elicitationParams(String message, String properties, String... required) {
        return JsonObject.builder()
                .put("mode", "form")
                .put("message", message)
                .put(
                        "requestedSchema",
                        JsonObject.builder()
                                .put("type", "object")
                                .put("properties", object(properties))
                                .put("required", JsonArray.ofStrings(List.of(required)))
                                .build())
                .build();
    }

    static String sample(String prompt) {
        return "{\"method\":\"sampling/createMessage\",\"params\":" + sampling(prompt) + "}";
    }

    static JsonObject sampling(String prompt) {
        return JsonObject.builder()
                .put("messages", JsonArray.of(message("{\"type\":\"text\",\"text\":" + Json.of(prompt) + "}")))
                .put("maxTokens", 100)
                .build();
    }

    static JsonObject contents(String uri, String type, String member, String value) {
        return JsonObject.of(
                "contents",
                JsonArray.of(JsonObject.builder()
                        .put("uri", uri)
                        .put("mimeType", type)
                        .put(member, value)
                        .build()));
    }

    static JsonObject messages(String... contents) {
        JsonArray all = JsonArray.EMPTY;
        for (String content : contents) {
            all = all.append(message(content));
        }
        return JsonObject.of("messages", all);
    }

    static JsonObject message(String content) {
        return JsonObject.builder()
                .put("role", "user")
                .put("content", object(content))
                .build();
    }

    static JsonObject said(String text) {
        return content("{\"type\":\"text\",\"text\":" + Json.of(text) + "}");
    }

    static JsonObject content(String... items) {
        JsonArray all = JsonArray.EMPTY;
        for (String item : items) {
            all = all.append(object(item));
        }
        return JsonObject.of("content", all);
    }

    static String entered(JsonObject responses, String of, String name) throws RpcException {
        return text(responses.object(of).object("content"), name);
    }

    static String argument(JsonObject params, String name) throws RpcException {
        return text(params.object("arguments"), name);
    }

    static String text(JsonObject object, String name) throws RpcException {
        if (object.get(name).orElse(Json.nul()) instanceof JsonString text) {
            return text.value();
        }
        throw new RpcException(RpcException.INVALID_PARAMS, "Expected a string at " + name + ".");
    }

    static JsonObject object(String text) {
        return (JsonObject) JsonReader.parse(text);
    }
}
