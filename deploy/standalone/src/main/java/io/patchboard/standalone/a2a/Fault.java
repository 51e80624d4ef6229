package io.patchboard.standalone.a2a;

/** What can be wrong with a request, as each binding of the protocol says it. */
enum Fault {
    PARSE_ERROR(-32700, 400, "INVALID_ARGUMENT", false),
    INVALID_REQUEST(-32600, 400, "INVALID_ARGUMENT", false),
    METHOD_NOT_FOUND(-32601, 404, "NOT_FOUND", false),
    INVALID_PARAMS(-32602, 400, "INVALID_ARGUMENT", false),
    INTERNAL(-32603, 500, "INTERNAL", false),
    PERMISSION_DENIED(-32000, 403, "PERMISSION_DENIED", false),
    UNAVAILABLE(-32603, 503, "UNAVAILABLE", false),
    TASK_NOT_FOUND(-32001, 404, "NOT_FOUND", true),
    TASK_NOT_CANCELABLE(-32002, 400, "FAILED_PRECONDITION", true),
    PUSH_NOTIFICATION_NOT_SUPPORTED(-32003, 400, "FAILED_PRECONDITION", true),
    UNSUPPORTED_OPERATION(-32004, 400, "FAILED_PRECONDITION", true),
    CONTENT_TYPE_NOT_SUPPORTED(-32005, 400, "INVALID_ARGUMENT", true),
    VERSION_NOT_SUPPORTED(-32009, 400, "FAILED_PRECONDITION", true);

    private final int code;
    private final int httpStatus;
    private final String status;
    private final boolean ofTheProtocol;

    /**
     * @param code of JSON-RPC
     * @param status of gRPC, which HTTP with JSON says too
     * @param ofTheProtocol whether A2A has it, and not JSON-RPC
     */
    Fault(int code, int httpStatus, String status, boolean ofTheProtocol) {
        this.code = code;
        this.httpStatus = httpStatus;
        this.status = status;
        this.ofTheProtocol = ofTheProtocol;
    }

    int code() {
        return code;
    }

    int httpStatus() {
        return httpStatus;
    }

    String status() {
        return status;
    }

    boolean isOfTheProtocol() {
        return ofTheProtocol;
    }
}
