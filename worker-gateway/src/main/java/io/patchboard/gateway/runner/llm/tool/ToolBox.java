package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.calls.Deadline;
import io.patchboard.gateway.config.ToolLimits;
import io.patchboard.gateway.config.ToolSet;
import io.patchboard.gateway.llm.protocol.ToolCall;
import io.patchboard.gateway.llm.protocol.ToolOffer;
import io.patchboard.json.Json;
import io.patchboard.record.Failure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tools of one worker. Safe for use by several threads. */
public final class ToolBox implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ToolBox.class);

    private final String worker;
    private final Map<String, CheckedTool> tools;
    private final ToolSet set;
    private final List<AutoCloseable> servers;
    private final List<String> outward;

    /**
     * @param set of which they are made
     * @param servers that the tools share
     * @param outward those that reach outside
     */
    ToolBox(
            String worker,
            Map<String, CheckedTool> tools,
            ToolSet set,
            List<AutoCloseable> servers,
            List<String> outward) {
        this.worker = worker;
        this.tools = new LinkedHashMap<>(tools);
        this.set = set;
        this.servers = servers;
        this.outward = outward.stream().distinct().toList();
    }

    /** Of a worker without tools. */
    public static ToolBox empty() {
        return new ToolBox("", Map.of(), ToolSet.NONE, List.of(), List.of());
    }

    public boolean isEmpty() {
        return tools.isEmpty();
    }

    /** What the model is told of them: always the same, in the same order. */
    public List<ToolOffer> offers() {
        return tools.values().stream().map(CheckedTool::offer).toList();
    }

    public ToolLimits limits() {
        return set.limits();
    }

    /** Whether what goes in and comes out is written down, and not its hashes alone. */
    public boolean keepsContents() {
        return set.contents();
    }

    /** What keeps a worker from having them that may not reach outside; empty where nothing does. */
    public List<String> outward() {
        return outward;
    }

    /** Whether a call changes something that must not be changed twice. */
    public boolean hasEffects(String name) {
        return tools.containsKey(name) && tools.get(name).hasEffects();
    }

    /** Whether any of them does. */
    public boolean hasEffects() {
        return tools.values().stream().anyMatch(CheckedTool::hasEffects);
    }

    /**
     * What came of a call of a tool with effects that was under way when the attempt before ended; absent if it was not
     * done.
     *
     * @throws UnknownOutcomeException if nobody knows
     * @throws InterruptedException if nobody waits any more
     */
    public Optional<ToolOutcome> find(ToolCall call, String key, Deadline deadline)
            throws UnknownOutcomeException, InterruptedException {
        CheckedTool tool = tools.get(call.name());
        return tool == null ? Optional.empty() : tool.find(call, key, deadline);
    }

    /** What comes of a call that was done, as a person says; absent for a tool that there is not any more. */
    public Optional<ToolOutcome> found(ToolCall call, Json result) {
        return Optional.ofNullable(tools.get(call.name())).map(tool -> tool.found(call, result));
    }

    /**
     * Does not fail: what goes wrong is told to the model.
     *
     * @param key the same whenever this call is made again by a later attempt
     * @throws UnknownOutcomeException if it may have been done, and nobody knows whether it was
     * @throws InterruptedException if nobody waits any more
     */
    public ToolOutcome call(ToolCall call, String key, Deadline deadline)
            throws UnknownOutcomeException, InterruptedException {
        Optional<CheckedTool> tool = Optional.ofNullable(tools.get(call.name()));
        return tool.isPresent()
                ? tool.get().call(call, key, deadline)
                : ToolOutcome.notCalled(
                        "(unknown)",
                        call.arguments(),
                        Failure.Kind.INVALID.word(),
                        "Expected one of the tools " + tools.keySet() + ", but there is none of that name.");
    }

    /** Tells which tools took room in every prompt for nothing. */
    @Override
    public void close() {
        List<String> unused = tools.entrySet().stream()
                .filter(entry -> !entry.getValue().isUsed())
                .map(Map.Entry::getKey)
                .toList();
        if (!unused.isEmpty()) {
            LOG.info(
                    "Worker {} was offered tools that it never called while this gateway ran: {}. Each takes room in"
                            + " every prompt.",
                    worker,
                    unused);
        }
        end();
    }

    /** Ends what belongs to the tools. */
    void end() {
        tools.values().forEach(CheckedTool::close);
        for (AutoCloseable server : servers) {
            try {
                server.close();
            } catch (Exception e) {
                LOG.warn("Expected to end a server of tools of worker {}, but failed.", worker, e);
            }
        }
    }
}
