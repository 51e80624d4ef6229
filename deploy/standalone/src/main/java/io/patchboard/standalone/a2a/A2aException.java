package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.board.RefusedException;

/** A request that cannot be answered as it was meant. */
final class A2aException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Fault fault;

    A2aException(Fault fault, String message) {
        super(message);
        this.fault = fault;
    }

    /** What the HTTP API refused. */
    static A2aException of(RefusedException refusal) {
        Fault fault = switch (refusal.status()) {
            case 400, 413, 415, 422 -> Fault.INVALID_PARAMS;
            case 401, 403 -> Fault.PERMISSION_DENIED;
            case 404, 410 -> Fault.TASK_NOT_FOUND;
            case 409 -> Fault.UNSUPPORTED_OPERATION;
            case 0, 408, 429, 503 -> Fault.UNAVAILABLE;
            default -> Fault.INTERNAL;
        };
        return new A2aException(fault, refusal.detail());
    }

    static A2aException invalid(String message) {
        return new A2aException(Fault.INVALID_PARAMS, message);
    }

    Fault fault() {
        return fault;
    }

    /** As JSON-RPC has it. */
    JsonObject rpc() {
        JsonObject.Builder error =
                JsonObject.builder().put("code", fault.code()).put("message", getMessage());
        if (fault.isOfTheProtocol()) {
            error.put("data", JsonArray.of(info()));
        }
        return error.build();
    }

    /** As HTTP with JSON has it (AIP-193). */
    JsonObject http() {
        JsonObject error = JsonObject.builder()
                .put("code", fault.httpStatus())
                .put("status", fault.status())
                .put("message", getMessage())
                .put("details", fault.isOfTheProtocol() ? JsonArray.of(info()) : JsonArray.EMPTY)
                .build();
        return JsonObject.of("error", error);
    }

    private Json info() {
        return JsonObject.builder()
                .put("@type", "type.googleapis.com/google.rpc.ErrorInfo")
                .put("reason", fault.name())
                .put("domain", "a2a-protocol.org")
                .build();
    }
}
