package io.patchboard.registry;

import io.patchboard.registry.RegistryHttp.Answer;

/** An answer that is no success, in one sentence of the registry and one about what to do. */
final class RegistryAdvice {

    private static final int INVALID_SCHEMA = 42201;
    private static final int INVALID_VERSION = 42202;
    private static final int INVALID_COMPATIBILITY = 42203;
    private static final int INVALID_MODE = 42204;
    private static final int NOT_PERMITTED = 42205;
    private static final int STORE_ERROR = 50001;
    private static final int OPERATION_TIMEOUT = 50002;
    private static final int FORWARDING_FAILED = 50003;
    private static final int UNKNOWN_LEADER = 50004;

    private RegistryAdvice() {}

    static String of(Answer answer) {
        String code = answer.errorCode().isPresent()
                ? ", error code " + answer.errorCode().getAsInt()
                : "";
        String message = answer.message().replaceAll("[.\\s]+$", "");
        return "HTTP " + answer.status() + code + ": " + message + ". " + whatToDo(answer);
    }

    private static String whatToDo(Answer answer) {
        return switch (answer.errorCode().orElse(answer.status())) {
            case INVALID_SCHEMA ->
                "The registry cannot read the schema, or not its type; is it older than the schema's"
                        + " references or unions?";
            case INVALID_VERSION -> "A version is a number from 1 on, or latest.";
            case INVALID_COMPATIBILITY, INVALID_MODE -> "Look at the registry's /config and /mode.";
            case NOT_PERMITTED ->
                "The registry or the subject is read-only: register the schema from elsewhere, or set"
                        + " its mode to READWRITE.";
            case STORE_ERROR -> "Its store failed; look at the registry's log and at its topic _schemas.";
            case OPERATION_TIMEOUT -> "Its store did not answer in time; look at the registry's log and at its Kafka.";
            case FORWARDING_FAILED, UNKNOWN_LEADER ->
                "This instance cannot reach the registry's leader; look at the" + " registry's log.";
            default -> byStatus(answer.status());
        };
    }

    private static String byStatus(int status) {
        if (status / 100 == 3) {
            return "Redirects are not followed, as they could lead the password elsewhere: use the registry's own URL.";
        }
        return switch (status) {
            case 401, 403 -> "Check the registry's user, password and permissions.";
            case 404 -> "Is this the URL of a Schema Registry?";
            case 409 ->
                "Change the schema so that readers and writers agree (a new field needs a default), register the"
                        + " change under another subject, or change the subject's compatibility level.";
            case 422 -> "The schema or its type is not one that this registry accepts.";
            default ->
                status >= 400
                        ? "Look at the registry's log if this goes on."
                        : "Expected a JSON object; is this the URL of a Schema Registry?";
        };
    }
}
