package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** What this server says of itself to other agents. */
final class AgentCard {

    static final String PATH = "/.well-known/agent-card.json";
    static final String VERSION = "1.0";

    private AgentCard() {}

    /**
     * @param server its address, as the caller has it
     * @param skills the published blueprints that are shown
     * @param secured whether tokens are asked for; there is a card with more for who has one, then
     * @param push whether it sends notifications
     */
    static JsonObject json(String server, List<Skill> skills, boolean secured, boolean push) {
        List<Json> shown = new ArrayList<>();
        shown.add(Skill.any());
        skills.stream()
                .filter(skill -> !skill.name().equals(Skill.ANY))
                .map(Skill::json)
                .forEach(shown::add);
        JsonObject.Builder card = JsonObject.builder()
                .put("name", "PatchBoard")
                .put(
                        "description",
                        "A transactional blackboard for agents. A task is a board: its workers propose patches to its state,"
                                + " which a kernel commits or rejects by the board's blueprint.")
                .put("version", "1")
                .put("supportedInterfaces", JsonArray.of(inter(server, "JSONRPC"), inter(server, "HTTP+JSON")))
                .put(
                        "capabilities",
                        JsonObject.builder()
                                .put("streaming", true)
                                .put("pushNotifications", push)
                                .put("extendedAgentCard", secured)
                                .build())
                .put("defaultInputModes", JsonArray.of(Json.of(Skill.JSON)))
                .put("defaultOutputModes", JsonArray.of(Json.of(Skill.JSON)))
                .put("skills", JsonArray.copyOf(shown));
        if (secured) {
            card.put(
                            "securitySchemes",
                            JsonObject.of(
                                    "bearer",
                                    JsonObject.of(
                                            "httpAuthSecurityScheme", JsonObject.of("scheme", Json.of("Bearer")))))
                    .put(
                            "securityRequirements",
                            JsonArray.of(JsonObject.of(
                                    "schemes", JsonObject.of("bearer", JsonObject.of("list", JsonArray.EMPTY)))));
        }
        return card.build();
    }

    private static JsonObject inter(String server, String binding) {
        return JsonObject.builder()
                .put("url", server + A2aRoutes.PATH)
                .put("protocolBinding", binding)
                .put("protocolVersion", VERSION)
                .build();
    }
}
