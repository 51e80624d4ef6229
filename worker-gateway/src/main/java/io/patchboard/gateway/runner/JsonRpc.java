package io.patchboard.gateway.runner;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Failure;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Messages of JSON-RPC 2.0. */
public final class JsonRpc {

    /** Something broke at the other side. */
    private static final long INTERNAL = -32603;

    private static final long NO_SUCH_METHOD = -32601;

    private JsonRpc() {}

    public static JsonObject request(Json id, String method, JsonObject params) {
        return message()
                .put("id", id)
                .put("method", method)
                .put("params", params)
                .build();
    }

    /** What nobody answers. */
    public static JsonObject notification(String method, JsonObject params) {
        return message().put("method", method).put("params", params).build();
    }

    public static JsonObject answer(Json id, JsonObject result) {
        return message().put("id", id).put("result", result).build();
    }

    /** The answer to what is not offered. */
    public static JsonObject noSuchMethod(Json id, String message) {
        return message()
                .put("id", id)
                .put(
                        "error",
                        JsonObject.builder()
                                .put("code", NO_SUCH_METHOD)
                                .put("message", message)
                                .build())
                .build();
    }

    private static JsonObject.Builder message() {
        return JsonObject.builder().put("jsonrpc", "2.0");
    }

    /**
     * What a method gave.
     *
     * @param said quotes what the other side said, fit for a message
     */
    public static JsonObject result(JsonObject answer, String method, UnaryOperator<String> said)
            throws NoAnswerException {
        if (answer.get("error").orElse(Json.nul()) instanceof JsonObject error) {
            Optional<Json> code = error.get("code");
            throw new NoAnswerException(
                    code.equals(Optional.of(Json.of(INTERNAL))) ? Failure.Kind.OUTAGE : Failure.Kind.REFUSED,
                    "it refused " + method + ": "
                            + said.apply(JsonPlace.of(error).text("message").orElse("")) + " (code "
                            + said.apply(code.map(Json::toString).orElse("none")) + ")");
        }
        if (answer.get("result").orElse(Json.nul()) instanceof JsonObject result) {
            return result;
        }
        throw new NoAnswerException(
                Failure.Kind.INVALID, "its answer to " + method + " has neither a result nor an error");
    }
}
