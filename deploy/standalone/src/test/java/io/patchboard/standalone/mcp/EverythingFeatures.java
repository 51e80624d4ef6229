package io.patchboard.standalone.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What the protocol's conformance suite wants to find on a server: its tools, resources and prompts, by name. */
final class EverythingFeatures implements Features {

    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
    private static final String WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
    private static final String EMBEDDED =
            "{\"type\":\"resource\",\"resource\":{\"uri\":\"test://embedded-resource\",\"mimeType\":\"text/plain\","
                    + "\"text\":\"This is an embedded resource content.\"}}";
    private static final String IMAGE = "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"" + PNG + "\"}";
    private static final String ASK_NAME =
            elicitation("What is your name?", "{\"name\":{\"type\":\"string\"}}", "name");

    /** By name, with the schema of its arguments. */
    private static final Map<String, String> TOOLS = Map.ofEntries(
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

    @Override
    public JsonObject capabilities() {
        return object("""
                {"tools":{},"resources":{"subscribe":true},"prompts":{},"completions":{},"logging":{}}""");
    }

    @Override
    public String instructions() {
        return "Everything that the suite asks for.";
    }

    @Override
    public Set<String> methods() {
        return Set.of(
                "tools/list",
                "tools/call",
                "resources/list",
                "resources/templates/list",
                "resources/read",
                "prompts/list",
                "prompts/get",
                "completion/complete",
                "logging/setLevel");
    }

    @Override
    public Watch watch(String uri, Caller caller, Runnable changed) throws RpcException {
        if (!uri.startsWith("test://")) {
            throw RpcException.noSuchResource(uri, true, "No such resource.");
        }
        return () -> {};
    }

    @Override
    public JsonObject answer(String method, JsonObject params, Exchange exchange)
            throws RpcException, InterruptedException {
        return switch (method) {
            case "tools/list" -> tools();
            case "tools/call" -> call(text(params, "name"), params, exchange);
            case "resources/list" -> object("""
                    {"resources":[
                      {"uri":"test://static-text","name":"static-text","mimeType":"text/plain"},
                      {"uri":"test://static-binary","name":"static-binary","mimeType":"image/png"},
                      {"uri":"test://watched-resource","name":"watched-resource","mimeType":"text/plain"}]}""");
            case "resources/templates/list" -> object("""
                    {"resourceTemplates":[{"uriTemplate":"test://template/{id}/data","name":"template"}]}""");
            case "resources/read" -> read(text(params, "uri"), exchange);
            case "prompts/list" -> object("""
                    {"prompts":[
                      {"name":"test_simple_prompt","description":"simple"},
                      {"name":"test_prompt_with_arguments","description":"arguments","arguments":[
                         {"name":"arg1","required":true},{"name":"arg2","required":true}]},
                      {"name":"test_prompt_with_embedded_resource","description":"embeds","arguments":[{"name":"resourceUri","required":true}]},
                      {"name":"test_prompt_with_image","description":"image"},
                      {"name":"test_input_required_result_prompt","description":"asks"}]}""");
            case "prompts/get" -> prompt(text(params, "name"), params);
            case "completion/complete" -> object("""
                    {"completion":{"values":["paris","park"],"total":2,"hasMore":false}}""");
            case "logging/setLevel" -> JsonObject.EMPTY;
            default -> throw new IllegalArgumentException(method);
        };
    }

    private static JsonObject tools() {
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

    private static JsonObject call(String name, JsonObject params, Exchange exchange)
            throws RpcException, InterruptedException {
        JsonObject responses = Message.object(params, "inputResponses");
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
                                Message.object(
                                        exchange.ask("sampling/createMessage", sampling(argument(params, "prompt"))),
                                        "content"),
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
                                + text(Message.object(Message.object(responses, "sample_request"), "content"), "text"))
                        : asks(Map.of("sample_request", sample("What is the capital of France?")), "");
            case "test_input_required_result_list_roots" ->
                responses.has("roots_request")
                        ? said("Found roots: "
                                + Message.object(responses, "roots_request")
                                        .get("roots")
                                        .orElse(JsonArray.EMPTY))
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

    private static JsonObject logging(Exchange exchange) throws InterruptedException {
        for (String step : List.of("started", "processing", "completed")) {
            exchange.notify(
                    "notifications/message", object("{\"level\":\"info\",\"data\":\"Tool execution " + step + "\"}"));
        }
        return said("Tool with logging executed successfully");
    }

    private static JsonObject progress(Exchange exchange) throws InterruptedException {
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

    private static JsonObject needsSampling(Exchange exchange) throws RpcException {
        if (!exchange.capabilities().has("sampling")) {
            throw new RpcException(
                    RpcException.MISSING_CAPABILITY,
                    "Expected a client that samples.",
                    Optional.of(object("{\"requiredCapabilities\":{\"sampling\":{}}}")));
        }
        return said("Success");
    }

    private static JsonObject elicited(String what, Exchange exchange, JsonObject params)
            throws RpcException, InterruptedException {
        JsonObject result = exchange.ask("elicitation/create", params);
        return said(what + ": action=" + text(result, "action") + ", content="
                + result.get("content").orElse(JsonObject.EMPTY));
    }

    private static JsonObject state(String kind, String done, JsonObject params, JsonObject responses)
            throws RpcException {
        String state = verified(params);
        boolean confirmed = Message.object(Message.object(responses, "confirm"), "content")
                        .get("ok")
                        .orElse(Json.nul())
                instanceof JsonBoolean;
        return state.equals(kind) && (confirmed || responses.has("confirm"))
                ? said(done + ": requestState validated")
                : asks(Map.of("confirm", elicitation("Please confirm", "{\"ok\":{\"type\":\"boolean\"}}", "ok")), kind);
    }

    private static JsonObject rounds(JsonObject params, JsonObject responses) throws RpcException {
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

    /** What was signed; empty if there is none. */
    private static String verified(JsonObject params) throws RpcException {
        String state = params.has("requestState") ? text(params, "requestState") : "";
        int dot = state.lastIndexOf('.');
        if (!state.isEmpty() && (dot < 0 || !signature(state.substring(0, dot)).equals(state.substring(dot + 1)))) {
            throw new RpcException(RpcException.INVALID_PARAMS, "Expected a requestState of this server.");
        }
        return state.isEmpty() ? "" : state.substring(0, dot);
    }

    private static String signature(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("conformance".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonObject asks(Map<String, String> requests, String state) {
        JsonObject.Builder inputs = JsonObject.builder();
        requests.forEach((name, request) -> inputs.put(name, object(request)));
        JsonObject.Builder result =
                JsonObject.builder().put("resultType", "input_required").put("inputRequests", inputs.build());
        return state.isEmpty()
                ? result.build()
                : result.put("requestState", state + "." + signature(state)).build();
    }

    private static String elicitation(String message, String properties, String required) {
        return "{\"method\":\"elicitation/create\",\"params\":" + elicitationParams(message, properties, required)
                + "}";
    }

    private static JsonObject elicitationParams(String message, String properties, String... required) {
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

    private static String sample(String prompt) {
        return "{\"method\":\"sampling/createMessage\",\"params\":" + sampling(prompt) + "}";
    }

    private static JsonObject sampling(String prompt) {
        return JsonObject.builder()
                .put("messages", JsonArray.of(message("{\"type\":\"text\",\"text\":" + Json.of(prompt) + "}")))
                .put("maxTokens", 100)
                .build();
    }

    private static JsonObject prompt(String name, JsonObject params) throws RpcException {
        JsonObject responses = Message.object(params, "inputResponses");
        return switch (name) {
            case "test_simple_prompt" ->
                messages("{\"type\":\"text\",\"text\":\"This is a simple prompt for testing.\"}");
            case "test_prompt_with_arguments" ->
                messages("{\"type\":\"text\",\"text\":"
                        + Json.of("Prompt with arguments: arg1='" + argument(params, "arg1") + "', arg2='"
                                + argument(params, "arg2") + "'")
                        + "}");
            case "test_prompt_with_embedded_resource" ->
                messages(
                        "{\"type\":\"resource\",\"resource\":{\"uri\":" + Json.of(argument(params, "resourceUri"))
                                + ",\"mimeType\":\"text/plain\",\"text\":\"Embedded resource content for testing.\"}}",
                        "{\"type\":\"text\",\"text\":\"Please process the embedded resource above.\"}");
            case "test_prompt_with_image" ->
                messages(IMAGE, "{\"type\":\"text\",\"text\":\"Please analyze the image above.\"}");
            case "test_input_required_result_prompt" ->
                responses.has("user_context")
                        ? messages("{\"type\":\"text\",\"text\":"
                                + Json.of("Context: " + entered(responses, "user_context", "context")) + "}")
                        : asks(
                                Map.of(
                                        "user_context",
                                        elicitation(
                                                "Which context?", "{\"context\":{\"type\":\"string\"}}", "context")),
                                "");
            default -> throw new RpcException(RpcException.INVALID_PARAMS, "Unknown prompt: " + name);
        };
    }

    private static JsonObject read(String uri, Exchange exchange) throws RpcException {
        if (uri.equals("test://static-binary")) {
            return contents(uri, "image/png", "blob", PNG);
        } else if (uri.equals("test://static-text") || uri.equals("test://watched-resource")) {
            return contents(uri, "text/plain", "text", "This is the content of the static text resource.");
        } else if (uri.matches("test://template/[^/]+/data")) {
            String id = uri.split("/", -1)[3];
            return contents(
                    uri,
                    "application/json",
                    "text",
                    "{\"id\":\"" + id + "\",\"templateTest\":true,\"data\":\"Data for ID: " + id + "\"}");
        }
        throw RpcException.noSuchResource(uri, exchange.isStateless(), "No such resource.");
    }

    private static JsonObject contents(String uri, String type, String member, String value) {
        return JsonObject.of(
                "contents",
                JsonArray.of(JsonObject.builder()
                        .put("uri", uri)
                        .put("mimeType", type)
                        .put(member, value)
                        .build()));
    }

    private static JsonObject messages(String... contents) {
        JsonArray all = JsonArray.EMPTY;
        for (String content : contents) {
            all = all.append(message(content));
        }
        return JsonObject.of("messages", all);
    }

    private static JsonObject message(String content) {
        return JsonObject.builder()
                .put("role", "user")
                .put("content", object(content))
                .build();
    }

    private static JsonObject said(String text) {
        return content("{\"type\":\"text\",\"text\":" + Json.of(text) + "}");
    }

    private static JsonObject content(String... items) {
        JsonArray all = JsonArray.EMPTY;
        for (String item : items) {
            all = all.append(object(item));
        }
        return JsonObject.of("content", all);
    }

    private static String entered(JsonObject responses, String of, String name) throws RpcException {
        return text(Message.object(Message.object(responses, of), "content"), name);
    }

    private static String argument(JsonObject params, String name) throws RpcException {
        return text(Message.object(params, "arguments"), name);
    }

    private static String text(JsonObject object, String name) throws RpcException {
        if (object.get(name).orElse(Json.nul()) instanceof JsonString text) {
            return text.value();
        }
        throw new RpcException(RpcException.INVALID_PARAMS, "Expected a string at " + name + ".");
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonReader.parse(text);
    }
}
