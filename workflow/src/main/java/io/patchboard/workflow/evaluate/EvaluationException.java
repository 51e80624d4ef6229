package io.patchboard.workflow.evaluate;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Set;

/** That something cannot be evaluated, under the name by which a state's retries and catches know it. */
final class EvaluationException extends RuntimeException {

    /** A path that leads nowhere, a value of the wrong kind. */
    static final String RUNTIME = "States.Runtime";

    static final String INTRINSIC = "States.IntrinsicFailure";
    static final String QUERY = "States.QueryEvaluationError";

    static final String TIMEOUT = "States.Timeout";
    static final String SIZE = "States.DataLimitExceeded";

    private static final Set<String> FATAL = Set.of(RUNTIME, SIZE);

    private static final long serialVersionUID = 1;

    private final String error;

    EvaluationException(String error, String cause) {
        super(cause);
        this.error = error;
    }

    String error() {
        return error;
    }

    /** Whether a retry or a catch that names errors so is about it. What cannot get better is only caught by name. */
    static boolean isNamed(String error, String name) {
        return switch (name) {
            case "States.ALL" -> !FATAL.contains(error);
            case "States.TaskFailed" -> !error.equals(TIMEOUT) && !FATAL.contains(error);
            default -> name.equals(error);
        };
    }

    /** The error as states are told it. */
    JsonObject output() {
        return JsonObject.of("Error", Json.of(error)).with("Cause", Json.of(getMessage()));
    }
}
