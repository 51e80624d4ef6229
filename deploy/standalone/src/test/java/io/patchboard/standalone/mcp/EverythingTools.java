package io.patchboard.standalone.mcp;

import static io.patchboard.standalone.mcp.EverythingContents.ASK_NAME;
import static io.patchboard.standalone.mcp.EverythingContents.EMBEDDED;
import static io.patchboard.standalone.mcp.EverythingContents.IMAGE;
import static io.patchboard.standalone.mcp.EverythingContents.WAV;
import static io.patchboard.standalone.mcp.EverythingContents.argument;
import static io.patchboard.standalone.mcp.EverythingContents.asks;
import static io.patchboard.standalone.mcp.EverythingContents.content;
import static io.patchboard.standalone.mcp.EverythingContents.elicitation;
import static io.patchboard.standalone.mcp.EverythingContents.elicitationParams;
import static io.patchboard.standalone.mcp.EverythingContents.entered;
import static io.patchboard.standalone.mcp.EverythingContents.object;
import static io.patchboard.standalone.mcp.EverythingContents.said;
import static io.patchboard.standalone.mcp.EverythingContents.sample;
import static io.patchboard.standalone.mcp.EverythingContents.sampling;
import static io.patchboard.standalone.mcp.EverythingContents.text;
import static io.patchboard.standalone.mcp.EverythingContents.verified;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tools that the conformance suite wants to call. */
final class EverythingTools {

    /** By name, with the schema of its arguments. */
    static final Map<String, String> TOOLS = Map.ofEntries(
            Map.entry("test_simple_text", "{}"),
            Map.entry("test_image_content", "{}"),
            Map.entry("test_audio_content", "{}"),
            Map.entry("test_embedded_resource", "{}"),
            Map.entry("test_multiple_content_types", "{}"),
            Map.entry("test_tool_with_logging", "{}"),
            Map.entry("test_logging_tool", "{}"),
            Map.entry("test_tool_with_progress", "{}"),
            Map.entry("test_streaming_elicitation", "{}"),
            Map.entry("test_error_handling", "{}"),
            Map.entry("test_sampling", "{\"prompt\":{\"type\":\"string\"}}"),
            Map.entry("test_elicitation", "{\"message\":{\"type\":\"string\"}}"),
            Map.entry("test_elicitation_sep1034_defaults", "{}"),
            Map.entry("test_elicitation_sep1330_enums", "{}"),
            Map.entry("test_missing_capability", "{}"),
            Map.entry("test_input_required_result_elicitation", "{}"),
            Map.entry("test_input_required_result_sampling", "{}"),
            Map.entry("test_input_required_result_list_roots", "{}"),
            Map.entry("test_input_required_result_request_state", "{}"),
            Map.entry("test_input_required_result_multiple_inputs", "{}"),
            Map.entry("test_input_required_result_multi_round", "{}"),
            Map.entry("test_input_required_result_tampered_state", "{}"),
            Map.entry("test_input_required_result_capabilities", "{}"));

    private EverythingTools() {}

    static JsonObject tools() {
        JsonArray all = JsonArray.EMPTY;
        for (Map.Entry<String, String> tool : TOOLS.entrySet()) {
            all = all.append(JsonObject.builder()
                    .put("name", tool.getKey())
                    .put("description", "Of the conformance suite.")
                    .put(
                            "inputSchema",
                            JsonObject.builder()
                                    .put("type", "object")
                                    .put("properties", object(tool.getValue()))
                                    .build())
                    .build());
        }
        return JsonObject.of("tools", all);
    }

    static JsonObject call(String name, JsonObject params, Exchange exchange)
            throws RpcException, InterruptedException {
        JsonObject responses = params.object("inputResponses");
        return switch (name) {
            case "test_simple_text" -> said("This is a simple text response for testing.");
            case "test_image_content" -> content(IMAGE);
            case "test_audio_content" ->
                content("{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"" + WAV + "\"}");
            case "test_embedded_resource" -> content(EMBEDDED);
            case "test_multiple_content_types" ->
                content(
                        "{\"type\":\"text\",\"text\":\"Multiple content types test:\"}",
                        IMAGE,
                        "{\"type\":\"resource\",\"resource\":{\"uri\":\"test://mixed-content-resource\","
                                + "\"mimeType\":\"application/json\",\"text\":\"{}\"}}");
            case "test_error_handling" ->
                said("This tool intentionally returns an error for testing").with("isError", Json.of(true));
            case "test_tool_with_logging" -> logging(exchange);
            case "test_logging_tool" -> said("Nothing is logged to who has not asked for it.");
            case "test_tool_with_progress", "test_streaming_elicitation" -> progress(exchange);
            case "test_sampling" ->
                said("LLM response: "
                        + text(
                                exchange.ask("sampling/createMessage", sampling(argument(params, "prompt")))
                                        .object("content"),
                                "text"));
            case "test_elicitation" ->
                elicited(
                        "User response",
                        exchange,
                        elicitationParams(
                                argument(params, "message"), "{\"response\":{\"type\":\"string\"}}", "response"));
            case "test_elicitation_sep1034_defaults" ->
                elicited("Elicitation completed", exchange, elicitationParams("Please review", """
                        {"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},
                         "score":{"type":"number","default":95.5},
                         "status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
                         "verified":{"type":"boolean","default":true}}"""));
            case "test_elicitation_sep1330_enums" ->
                elicited("Elicitation completed", exchange, elicitationParams("Please select", """
                        {"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
                         "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},
                            {"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
                         "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
                            "enumNames":["Option One","Option Two","Option Three"]},
                         "untitledMulti":{"type":"array","minItems":1,"maxItems":3,
                            "items":{"type":"string","enum":["option1","option2","option3"]}},
                         "titledMulti":{"type":"array","minItems":1,"maxItems":3,
                            "items":{"anyOf":[{"const":"value1","title":"First Choice"},
                            {"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}"""));
            case "test_missing_capability" -> needsSampling(exchange);
            case "test_input_required_result_elicitation" ->
                responses.has("user_name")
                        ? said("Hello, " + entered(responses, "user_name", "name") + "!")
                        : asks(Map.of("user_name", ASK_NAME), "");
            case "test_input_required_result_sampling" ->
                responses.has("sample_request")
                        ? said("Sampling result: "
                                + text(responses.object("sample_request").object("content"), "text"))
                        : asks(Map.of("sample_request", sample("What is the capital of France?")), "");
            case "test_input_required_result_list_roots" ->
                responses.has("roots_request")
                        ? said("Found roots: "
                                + responses.object("roots_request").get("roots").orElse(JsonArray.EMPTY))
                        : asks(Map.of("roots_request", "{\"method\":\"roots/list\",\"params\":{}}"), "");
            case "test_input_required_result_request_state" -> state("request-state", "state-ok", params, responses);
            case "test_input_required_result_tampered_state" -> state("tamper-test", "integrity-ok", params, responses);
            case "test_input_required_result_multiple_inputs" ->
                responses.has("user_name") && responses.has("greeting") && responses.has("client_roots")
                        ? said("Name: " + verified(params) + entered(responses, "user_name", "name"))
                        : asks(
                                Map.of(
                                        "user_name",
                                        ASK_NAME,
                                        "greeting",
                                        sample("Generate a greeting"),
                                        "client_roots",
                                        "{\"method\":\"roots/list\",\"params\":{}}"),
                                "multiple-inputs");
            case "test_input_required_result_multi_round" -> rounds(params, responses);
            case "test_input_required_result_capabilities" ->
                exchange.capabilities().has("elicitation")
                                && !exchange.capabilities().has("sampling")
                        ? asks(Map.of("user_name", ASK_NAME), "capabilities")
                        : exchange.capabilities().has("sampling")
                                ? asks(Map.of("sample_request", sample("Anything")), "capabilities")
                                : said("Nothing can be asked.");
            default -> throw new RpcException(RpcException.INVALID_PARAMS, "Unknown tool: " + name);
        };
    }

    static JsonObject logging(Exchange exchange) throws InterruptedException {
        for (String step : List.of("started", "processing", "completed")) {
            exchange.notify(
                    "notifications/message", object("{\"level\":\"info\",\"data\":\"Tool execution " + step + "\"}"));
        }
        return said("Tool with logging executed successfully");
    }

    static JsonObject progress(Exchange exchange) throws InterruptedException {
        Optional<Json> token = exchange.progressToken();
        for (int progress : new int[] {0, 50, 100}) {
            if (token.isPresent()) {
                exchange.notify(
                        "notifications/progress",
                        JsonObject.builder()
                                .put("progressToken", token.get())
                                .put("progress", progress)
                                .put("total", 100)
                                .build());
            }
        }
        return said(token.map(Json::toString).orElse("none"));
    }

    static JsonObject needsSampling(Exchange exchange) throws RpcException {
        if (!exchange.capabilities().has("sampling")) {
            throw new RpcException(
                    RpcException.MISSING_CAPABILITY,
                    "Expected a client that samples.",
                    Optional.of(object("{\"requiredCapabilities\":{\"sampling\":{}}}")));
        }
        return said("Success");
    }

    static JsonObject elicited(String what, Exchange exchange, JsonObject params)
            throws RpcException, InterruptedException {
        JsonObject result = exchange.ask("elicitation/create", params);
        return said(what + ": action=" + text(result, "action") + ", content="
                + result.get("content").orElse(JsonObject.EMPTY));
    }

    static JsonObject state(String kind, String done, JsonObject params, JsonObject responses) throws RpcException {
        String state = verified(params);
        boolean confirmed =
                responses.object("confirm").object("content").get("ok").orElse(Json.nul()) instanceof JsonBoolean;
        return state.equals(kind) && (confirmed || responses.has("confirm"))
                ? said(done + ": requestState validated")
                : asks(Map.of("confirm", elicitation("Please confirm", "{\"ok\":{\"type\":\"boolean\"}}", "ok")), kind);
    }

    static JsonObject rounds(JsonObject params, JsonObject responses) throws RpcException {
        String state = verified(params);
        if (state.equals("round-1") && responses.has("step1")) {
            return asks(
                    Map.of(
                            "step2",
                            elicitation(
                                    "What is your favourite colour?", "{\"color\":{\"type\":\"string\"}}", "color")),
                    "round-2 " + entered(responses, "step1", "name"));
        }
        return state.startsWith("round-2") && responses.has("step2")
                ? said("Complete: " + state + " " + entered(responses, "step2", "color"))
                : asks(Map.of("step1", ASK_NAME), "round-1");
    }
}
