package io.patchboard.workflow.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.workflow.ir.Node;
import java.util.List;
import java.util.Optional;

/**
 * Workers of kind {@code board}: what a workflow does that no worker of its own does. Boards of maps and parallels, a
 * board that hands on what an expression comes to, and one that cannot be made, which is how a workflow fails.
 */
final class OwnBoard {

    /** Who puts results in one place. */
    static final String LIST = "workflow.result";

    static final String POLICY = "workflow.once";

    /** What has failed would fail again. */
    static final JsonObject ONCE = JsonObject.builder()
            .put("retry", JsonObject.of("maxAttempts", Json.of(1L)))
            .put("outage", JsonObject.of("patience", Json.of("PT0S")))
            .put("onExhausted", "halt")
            .build();

    /**
     * CEL: what a part of a state machine is given. An item of a map has only that in its context which is its own;
     * where evaluating workers of before serve the blueprint, each part has all of it.
     */
    static final String PART = "{\"input\": item.input,"
            + " \"variables\": has(item.variables) ? item.variables : state.variables,"
            + " \"context\": has(item.context) ? item.context : has(item.Map)"
            + " ? {\"Execution\": state.context.Execution, \"Map\": item.Map} : state.context}";

    private static final long INVOCATIONS = 100_000;

    private OwnBoard() {}

    /** Loops and retries have bounds of their own, so a board has as many invocations as there can be. */
    static JsonObject budgets(Optional<JsonObject> duration) {
        return duration.orElse(JsonObject.EMPTY).with("invocations", Json.of(INVOCATIONS));
    }

    /** @param result a JSON Pointer, or CEL whose value is one */
    static JsonObject of(String blueprint, String input, String result) {
        return JsonObject.of("blueprint", Json.of(blueprint))
                .with("input", Json.of(input))
                .with("result", Json.of(result));
    }

    /** @param grant where the result goes */
    static JsonObject worker(String instruction, JsonObject board, String grant) {
        return JsonObject.builder()
                .put("instruction", instruction)
                .put("kind", "board")
                .put("board", board)
                .put("write", grants(grant))
                .put("policy", POLICY)
                .build();
    }

    static JsonArray grants(String path) {
        return JsonArray.of(
                JsonObject.of("op", JsonArray.ofStrings(List.of("add"))).with("path", Json.of(path)));
    }

    /** Where the outputs of a node are added. */
    static String outputs(Node node) {
        return JsonPointer.ROOT
                .child("outputs")
                .child(node.id())
                .child(JsonPointer.END)
                .toString();
    }

    /** A worker that puts what an expression comes to at a place. */
    static JsonObject value(Parts parts, String expression, String place) {
        JsonObject blueprint = JsonObject.builder()
                .put("apiVersion", "patchboard/v1")
                .put("name", "workflow.value")
                .put("state", state("/value"))
                .put("workers", JsonObject.of("nobody", JsonObject.EMPTY))
                .put("complete", JsonObject.of("when", Json.of("true")).with("result", Json.of("/value")))
                .build();
        return worker(
                "Puts what it is made of at " + place + ".",
                of(parts.add(blueprint), "{\"value\": " + expression + "}", place),
                place);
    }

    /** A worker that fails, and with it the board. */
    static JsonObject fail(Parts parts, Node node) {
        JsonPlace said = JsonPlace.of(node.params()).into("asl");
        String message = String.join(
                ": ",
                List.of(Optional.of(node.name()), said.text("Error"), said.text("Cause")).stream()
                        .flatMap(Optional::stream)
                        .toList());
        JsonObject blueprint = JsonObject.builder()
                .put("apiVersion", "patchboard/v1")
                .put("name", "workflow.fail")
                .put("state", state(""))
                .put("workers", JsonObject.of("nobody", JsonObject.EMPTY))
                .put(
                        "invariants",
                        JsonArray.of(JsonObject.builder()
                                .put("name", "fail")
                                .put("rule", "has(state.goes)")
                                .put("message", message)
                                .build()))
                .build();
        return worker(node.name(), of(parts.add(blueprint), "{}", outputs(node)), outputs(node));
    }

    private static JsonObject state(String pointer) {
        return JsonObject.of("schema", Json.of(true)).with("initial", JsonObject.of("value", input(pointer)));
    }

    /** In place of a first state: that part of the input. */
    static JsonObject input(String pointer) {
        return JsonObject.of("$input", Json.of(pointer));
    }

    /** CEL: an object for a board within some graph. */
    static String object(Within within, String members, String item, String index) {
        return within.inMap()
                ? "{" + members + ", \"item\": " + item + ", \"index\": " + index + "}"
                : "{" + members + "}";
    }
}
