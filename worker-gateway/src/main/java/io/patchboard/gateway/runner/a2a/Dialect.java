package io.patchboard.gateway.runner.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The versions of the protocol that are spoken. */
enum Dialect {
    V1("1.0", "SendMessage", "GetTask", "CancelTask", "GetExtendedAgentCard") {
        @Override
        JsonObject message(String id, String skill, String text, Json data) {
            return sending(
                    JsonObject.builder()
                            .put("messageId", id)
                            .put("role", "ROLE_USER")
                            .put("metadata", JsonObject.of(SKILL, Json.of(skill)))
                            .put(
                                    "parts",
                                    JsonArray.of(
                                            JsonObject.of("text", Json.of(text)),
                                            JsonObject.builder()
                                                    .put("data", data)
                                                    .put("mediaType", JSON)
                                                    .build()))
                            .build(),
                    "returnImmediately",
                    true);
        }

        @Override
        Optional<JsonObject> message(JsonObject sent) {
            return sent.has("message") ? Optional.of(sent.object("message")) : Optional.empty();
        }

        @Override
        JsonObject task(JsonObject sent) {
            return sent.object("task");
        }

        @Override
        String state(String said) {
            return said;
        }
    },

    V03("0.3", "message/send", "tasks/get", "tasks/cancel", "agent/getAuthenticatedExtendedCard") {
        @Override
        JsonObject message(String id, String skill, String text, Json data) {
            return sending(
                    JsonObject.builder()
                            .put("kind", "message")
                            .put("messageId", id)
                            .put("role", "user")
                            .put("metadata", JsonObject.of(SKILL, Json.of(skill)))
                            .put("parts", JsonArray.of(part("text", Json.of(text)), part("data", data)))
                            .build(),
                    "blocking",
                    false);
        }

        private JsonObject part(String kind, Json value) {
            return JsonObject.builder().put("kind", kind).put(kind, value).build();
        }

        @Override
        Optional<JsonObject> message(JsonObject sent) {
            return sent.text("kind").equals("message") ? Optional.of(sent) : Optional.empty();
        }

        @Override
        JsonObject task(JsonObject sent) {
            return sent;
        }

        @Override
        String state(String said) {
            return said.isEmpty()
                    ? said
                    : PREFIX + said.toUpperCase(Locale.ROOT).replace('-', '_');
        }
    };

    private static final String PREFIX = "TASK_STATE_";
    private static final String SKILL = "skillId";
    private static final String JSON = "application/json";

    private final String version;
    private final String send;
    private final String get;
    private final String cancel;
    private final String extendedCard;

    /** @param send the names of the methods */
    Dialect(String version, String send, String get, String cancel, String extendedCard) {
        this.version = version;
        this.send = send;
        this.get = get;
        this.cancel = cancel;
        this.extendedCard = extendedCard;
    }

    String version() {
        return version;
    }

    String send() {
        return send;
    }

    String get() {
        return get;
    }

    String cancel() {
        return cancel;
    }

    String extendedCard() {
        return extendedCard;
    }

    /** What is sent to begin a task, which is not waited for. */
    abstract JsonObject message(String id, String skill, String text, Json data);

    /** The message that came in place of a task, if one did. */
    abstract Optional<JsonObject> message(JsonObject sent);

    abstract JsonObject task(JsonObject sent);

    /** In the words of version 1.0. */
    abstract String state(String said);

    static JsonObject sending(JsonObject message, String waiting, boolean value) {
        return JsonObject.builder()
                .put("message", message)
                .put(
                        "configuration",
                        JsonObject.builder()
                                .put(waiting, value)
                                .put("acceptedOutputModes", JsonArray.ofStrings(List.of(JSON, "text/plain")))
                                .build())
                .build();
    }
}
