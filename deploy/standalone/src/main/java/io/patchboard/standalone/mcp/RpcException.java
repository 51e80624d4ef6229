package io.patchboard.standalone.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Optional;

/** A request that gets an error of JSON-RPC as its answer. */
public final class RpcException extends Exception {

    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL = -32603;

    /** What the client says it can is not enough. Since 2026-07-28. */
    public static final int MISSING_CAPABILITY = -32021;

    /** A resource that is not there, up to 2025-11-25; {@link #INVALID_PARAMS} since. */
    static final int NO_SUCH_RESOURCE = -32002;

    static final int PARSE = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int HEADER_MISMATCH = -32020;
    static final int UNSUPPORTED_VERSION = -32022;

    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient Optional<JsonObject> data;

    public RpcException(int code, String message) {
        this(code, message, Optional.empty());
    }

    public RpcException(int code, String message, Optional<JsonObject> data) {
        super(message);
        this.code = code;
        this.data = data;
    }

    /** Of resources/read, in the words of either era. */
    public static RpcException noSuchResource(String uri, boolean stateless, String why) {
        return new RpcException(
                stateless ? INVALID_PARAMS : NO_SUCH_RESOURCE, why, Optional.of(JsonObject.of("uri", Json.of(uri))));
    }

    JsonObject error() {
        return JsonObject.builder()
                .put("code", code)
                .put("message", getMessage())
                .putIfPresent("data", data)
                .build();
    }
}
