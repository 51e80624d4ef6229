package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.config.ToolBinding;
import io.patchboard.gateway.config.ToolEffects;
import io.patchboard.gateway.config.ToolSet;
import io.patchboard.gateway.runner.NoAnswerException;
import io.patchboard.gateway.runner.mcp.McpServer;
import io.patchboard.gateway.worker.Tool;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.schema.SchemaCompileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the tools of one worker: asks servers what they have, and refuses what a model could not be offered. */
public final class ToolBoxes {

    /** What all providers take as a name. */
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    private static final Logger LOG = LoggerFactory.getLogger(ToolBoxes.class);

    private final String worker;
    private final ToolSet set;
    private final HttpCaller caller;
    private final Map<String, Tool> provided;
    private final List<AutoCloseable> servers = new ArrayList<>();
    private final Map<String, CheckedTool> tools = new LinkedHashMap<>();
    private final List<String> outward;

    private ToolBoxes(String worker, ToolSet set, HttpCaller caller, Map<String, Tool> provided) {
        this.worker = worker;
        this.set = set;
        this.caller = caller;
        this.provided = provided;
        this.outward = new ArrayList<>(set.outward());
    }

    /**
     * @param caller closed by its owner
     * @param provided tools in Java, as {@code PROVIDER/TOOL}
     * @throws IllegalArgumentException saying what is wrong with them
     */
    public static ToolBox open(String worker, ToolSet set, HttpCaller caller, Map<String, Tool> provided) {
        if (set.bindings().isEmpty()) {
            return ToolBox.empty();
        }
        return new ToolBoxes(worker, set, caller, provided).open();
    }

    private ToolBox open() {
        try {
            set.bindings().forEach(this::add);
            ToolBudget.check(
                    worker,
                    tools.values().stream().map(CheckedTool::offer).toList(),
                    set.limits().window());
        } catch (RuntimeException e) {
            box().end();
            throw e;
        }
        return box();
    }

    private ToolBox box() {
        return new ToolBox(worker, tools, set, servers, outward);
    }

    private void add(ToolBinding binding) {
        switch (binding) {
            case ToolBinding.Http http -> add(HttpTool.of(http, caller));
            case ToolBinding.Program program -> add(ProgramTool.of(worker, program));
            case ToolBinding.Provided wanted -> {
                Tool tool = provided(wanted);
                if (tool.hasEgress()) {
                    outward.add(wanted.provider() + "/" + wanted.tool());
                }
                add(new JavaTool(wanted.tool(), tool));
            }
            case ToolBinding.McpProgram mcp ->
                add(
                        McpServer.of(worker, mcp.program(), known(mcp.allow(), mcp.effects())),
                        mcp.allow(),
                        mcp.prefix(),
                        mcp.program().environment().redaction(),
                        mcp.effects(),
                        mcp.hinted());
            case ToolBinding.McpEndpoint mcp ->
                add(
                        McpServer.of(mcp.endpoint(), caller, known(mcp.allow(), mcp.effects())),
                        mcp.allow(),
                        mcp.prefix(),
                        mcp.endpoint().redaction(),
                        mcp.effects(),
                        false);
        }
    }

    /** Those that models may call, and those that are asked what became of such calls. */
    private static List<String> known(List<String> allow, Map<String, ToolEffects<String>> effects) {
        return Stream.concat(allow.stream(), effects.values().stream().flatMap(has -> has.asked().stream()))
                .distinct()
                .toList();
    }

    private Tool provided(ToolBinding.Provided wanted) {
        String name = wanted.provider() + "/" + wanted.tool();
        return Optional.ofNullable(provided.get(name))
                .orElseThrow(() -> new IllegalArgumentException("Expected the tool java: " + name + " of worker "
                        + worker + " on the class path, but there are only " + provided.keySet() + "."));
    }

    private void add(
            McpServer server,
            List<String> allow,
            String prefix,
            Redaction redaction,
            Map<String, ToolEffects<String>> effects,
            boolean hinted) {
        servers.add(server);
        try {
            new TreeMap<>(server.tools(Deadline.in(set.limits().timeout()))).forEach((name, definition) -> {
                if (allow.contains(name)) {
                    hints(name, definition, hinted, effects.containsKey(name));
                    add(new McpTool(
                            name, definition, prefix, server, redaction, Optional.ofNullable(effects.get(name))));
                }
            });
        } catch (NoAnswerException e) {
            throw new IllegalArgumentException(
                    "Expected the server of tools " + server.name() + " of worker " + worker
                            + " to say what its tools are, but " + e.getMessage() + ".",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalArgumentException("The gateway was told to stop while it started.", e);
        }
    }

    /** A server is believed where it says that a tool can do more than the file says, and never that it can do less. */
    private void hints(String name, JsonObject definition, boolean hinted, boolean hasEffects) {
        JsonPlace annotations = JsonPlace.of(definition).into("annotations");
        if (hinted && annotations.flag("openWorldHint")) {
            outward.add(name);
        }
        if (annotations.flag("destructiveHint") && !annotations.flag("readOnlyHint") && !hasEffects) {
            LOG.warn(
                    "The server says of its tool {} that it may destroy something (destructiveHint), but the workers file"
                            + " of worker {} does not have it among effects: an attempt that is made again may call it"
                            + " twice. Say effects: [{}], or who can be asked with reconcile.",
                    name,
                    worker,
                    name);
        }
    }

    private void add(CallableTool tool) {
        String name = tool.description().name();
        if (!NAME.matcher(name).matches()) {
            throw refused(name, "a name of 1 to 64 letters, digits, _ and -", "it is another");
        }
        try {
            if (tools.putIfAbsent(name, new CheckedTool(tool, set.limits())) != null) {
                throw refused(name, "names that differ", "another tool has it, too; give a server of MCP a prefix");
            }
        } catch (SchemaCompileException e) {
            throw new IllegalArgumentException(
                    "Expected schemas of tool \"" + name + "\" of worker " + worker + " that can be checked, but: "
                            + e.getMessage(),
                    e);
        }
    }

    private IllegalArgumentException refused(String name, String expected, String but) {
        return new IllegalArgumentException(
                "Expected " + expected + " of tool \"" + name + "\" of worker " + worker + ", but " + but + ".");
    }
}
