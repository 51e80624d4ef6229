package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.ToolDescription;
import io.patchboard.gateway.config.ToolEffects;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.gateway.runner.mcp.McpServer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Failure;
import java.util.Optional;
import java.util.stream.Collectors;

/** A tool of a server of MCP, which others of its tools share. */
final class McpTool implements CallableTool {

    private final String name;
    private final McpServer server;
    private final ToolDescription description;
    private final Redaction redaction;
    private final Optional<ToolEffects<String>> effects;

    /**
     * @param name that the server has it by
     * @param definition as the server gave it
     * @param prefix before the name for models
     * @param effects if it has any
     */
    McpTool(
            String name,
            JsonObject definition,
            String prefix,
            McpServer server,
            Redaction redaction,
            Optional<ToolEffects<String>> effects) {
        this.name = name;
        this.effects = effects;
        this.server = server;
        this.redaction = redaction;
        JsonPlace place = JsonPlace.of(definition);
        this.description = new ToolDescription(
                (prefix + name).replaceAll("[^a-zA-Z0-9_-]", "_"),
                place.text("description").or(() -> place.text("title")).orElse(name),
                place.into("inputSchema").value() instanceof JsonObject input ? input : JsonObject.EMPTY,
                place.child("outputSchema").filter(JsonPlace::isObject).map(output -> (JsonObject) output.value()));
    }

    @Override
    public ToolDescription description() {
        return description;
    }

    @Override
    public Optional<Reconciler> effects() {
        return effects.map(has -> new Reconciler(
                description.name(),
                has.asked()
                        .map(other -> new McpTool(other, JsonObject.EMPTY, "", server, redaction, Optional.empty()))));
    }

    @Override
    public Json call(JsonObject arguments, String key, Deadline deadline)
            throws NoAnswerException, InterruptedException {
        JsonPlace result = JsonPlace.of(server.call(name, arguments, key, deadline));
        String said = text(result);
        if (result.flag("isError")) {
            throw new NoAnswerException(mayBeDone() ? Failure.Kind.BUG : Failure.Kind.REFUSED, "it says: " + said);
        }
        Optional<Json> structured = result.child("structuredContent").map(JsonPlace::value);
        if (structured.isEmpty() && description.output().isPresent()) {
            throw new NoAnswerException(
                    Failure.Kind.INVALID, "its result has no structuredContent, though it has a schema for it");
        }
        return structured.orElseGet(() -> Json.of(said));
    }

    /**
     * Whether an error of its own says nothing of its effects: servers turn each exception into one, also that of a
     * request that they had sent on. Where nobody can be asked, it is believed to say that nothing was done.
     */
    private boolean mayBeDone() {
        return effects.flatMap(ToolEffects::asked).isPresent();
    }

    /** Pictures and sounds are named only. */
    private static String text(JsonPlace result) {
        return result.items("content").stream()
                .map(part -> part.text("text")
                        .or(() -> part.into("resource").text("text"))
                        .or(() -> part.text("uri"))
                        .orElseGet(() -> "(left out: content of type "
                                + part.text("type").orElse("unknown") + ")"))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public Redaction redaction() {
        return redaction;
    }
}
