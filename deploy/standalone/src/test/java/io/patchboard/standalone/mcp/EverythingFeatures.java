package io.patchboard.standalone.mcp;

import static io.patchboard.standalone.mcp.EverythingContents.IMAGE;
import static io.patchboard.standalone.mcp.EverythingContents.PNG;
import static io.patchboard.standalone.mcp.EverythingContents.argument;
import static io.patchboard.standalone.mcp.EverythingContents.asks;
import static io.patchboard.standalone.mcp.EverythingContents.contents;
import static io.patchboard.standalone.mcp.EverythingContents.elicitation;
import static io.patchboard.standalone.mcp.EverythingContents.entered;
import static io.patchboard.standalone.mcp.EverythingContents.messages;
import static io.patchboard.standalone.mcp.EverythingContents.object;
import static io.patchboard.standalone.mcp.EverythingContents.text;
import static io.patchboard.standalone.mcp.EverythingTools.call;
import static io.patchboard.standalone.mcp.EverythingTools.tools;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.util.Map;
import java.util.Set;

/** What the protocol's conformance suite wants to find on a server: its tools, resources and prompts, by name. */
final class EverythingFeatures implements Features {

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

    private static JsonObject prompt(String name, JsonObject params) throws RpcException {
        JsonObject responses = params.object("inputResponses");
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
}
