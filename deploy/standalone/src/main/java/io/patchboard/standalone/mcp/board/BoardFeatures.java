package io.patchboard.standalone.mcp.board;

import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.Exchange;
import io.patchboard.standalone.mcp.Features;
import io.patchboard.standalone.mcp.RpcException;
import java.net.URI;
import java.util.Set;
import java.util.function.Supplier;

/** All that is offered of the boards of a server. */
public final class BoardFeatures implements Features, AutoCloseable {

    private final Api api;
    private final BoardTools tools;
    private final BoardResources resources;
    private final BoardPrompts prompts;

    /** @param server the address of its HTTP API, known when the first request comes */
    public BoardFeatures(Supplier<URI> server) {
        this.api = new Api(server);
        Contracts contracts = new Contracts(api);
        this.tools = new BoardTools(api, contracts);
        this.resources = new BoardResources(api);
        this.prompts = new BoardPrompts(api, contracts);
    }

    @Override
    public JsonObject capabilities() {
        return JsonObject.builder()
                .put("tools", JsonObject.EMPTY)
                .put("resources", JsonObject.builder().put("subscribe", true).build())
                .put("prompts", JsonObject.EMPTY)
                .put("completions", JsonObject.EMPTY)
                .build();
    }

    @Override
    public String instructions() {
        return "PatchBoard is a shared board for agents. Its state is one JSON document that changes only by patches"
                + " (RFC 6902) which a kernel commits or rejects by the board's blueprint. Work on invitation:"
                + " await_work, then answer. Or uninvited, where the contract allows it: read_view, then propose_patch."
                + " A rejection is no accident: read the reason, look again, and propose something else.";
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
                "completion/complete");
    }

    @Override
    public JsonObject answer(String method, JsonObject params, Exchange exchange)
            throws RpcException, InterruptedException {
        Caller caller = exchange.caller();
        return switch (method) {
            case "tools/list" -> tools.list(caller);
            case "tools/call" -> tools.call(params, caller);
            case "resources/list" -> resources.list(params, caller);
            case "resources/templates/list" -> resources.templates();
            case "resources/read" -> resources.read(params, exchange);
            case "prompts/list" -> prompts.list(caller);
            case "prompts/get" -> prompts.get(params, caller);
            case "completion/complete" -> prompts.complete(params, caller);
            default -> throw new IllegalArgumentException(method);
        };
    }

    @Override
    public Watch watch(String uri, Caller caller, Runnable changed) throws RpcException, InterruptedException {
        return resources.watch(uri, caller, changed);
    }

    @Override
    public void close() {
        api.close();
    }
}
