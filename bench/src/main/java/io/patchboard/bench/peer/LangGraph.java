package io.patchboard.bench.peer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.CompiledGraph;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.NodeOutput;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.action.AsyncNodeAction;
import org.bsc.langgraph4j.checkpoint.BaseCheckpointSaver;
import org.bsc.langgraph4j.serializer.StateSerializer;
import org.bsc.langgraph4j.serializer.plain_text.jackson.JacksonStateSerializer;
import org.bsc.langgraph4j.serializer.std.ObjectStreamStateSerializer;
import org.bsc.langgraph4j.state.AgentState;
import org.bsc.langgraph4j.state.Channel;
import org.bsc.langgraph4j.state.Channels;

/**
 * LangGraph4j with a checkpointer: a graph of one node that runs again and again. Each step of it is what a commit is
 * here: the node returns an update (a claim to add, a field of another to replace), the channel's reducer merges it
 * into the state, and the checkpointer keeps the state.
 *
 * <p>What it does for that: it copies the state by serializing it, for the node, for the checkpoint, and for whoever
 * watches the run. What it does not do: there is no schema, contract, hash or log, so nothing is validated or
 * rejected. The reducer copies the list of claims and the one claim that it changes, and no more.
 */
public final class LangGraph {

    /** How the library copies a state. */
    public enum Copies {
        /** Java serialization, the library's default. */
        JAVA,
        /** Its serializer with Jackson. */
        JACKSON
    }

    private static final String CLAIMS = "claims";
    private static final String STEP = "step";

    private final CompiledGraph<AgentState> graph;
    private final Supplier<Map<String, Object>> update;
    private final Map<String, Object> state;
    private final int stepsPerThread;
    private final BaseCheckpointSaver saver;
    private Iterator<NodeOutput<AgentState>> run =
            List.<NodeOutput<AgentState>>of().iterator();
    private int thread;
    private int steps;

    /**
     * @param state as maps, lists, strings and integers; its {@code claims} are a list
     * @param update the next change: {@code add} is a claim, and may be left out; {@code index} and {@code value} say
     *     which other one changes
     * @param stepsPerThread after as many steps the history of checkpoints begins anew, in a new thread
     */
    public LangGraph(
            Map<String, Object> state,
            Supplier<Map<String, Object>> update,
            BaseCheckpointSaver saver,
            Copies copies,
            int stepsPerThread) {
        this.state = state;
        this.update = update;
        this.saver = saver;
        this.stepsPerThread = stepsPerThread;
        this.graph = compile(serializer(copies), saver);
    }

    /** How states are written down; a saver that writes needs one. */
    public static StateSerializer<AgentState> serializer(Copies copies) {
        return switch (copies) {
            case JAVA -> new ObjectStreamStateSerializer<>(AgentState::new);
            case JACKSON -> new JacksonStateSerializer<>(AgentState::new) {};
        };
    }

    private CompiledGraph<AgentState> compile(StateSerializer<AgentState> serializer, BaseCheckpointSaver checkpoints) {
        Channel<Object> claims = Channels.base(LangGraph::merge);
        try {
            return new StateGraph<>(Map.of(CLAIMS, claims), serializer)
                    .addNode(STEP, AsyncNodeAction.node_async(now -> Map.of(CLAIMS, update.get())))
                    .addEdge(StateGraph.START, STEP)
                    .addEdge(STEP, STEP)
                    .compile(CompileConfig.builder()
                            .checkpointSaver(checkpoints)
                            .recursionLimit(Integer.MAX_VALUE)
                            .build());
        } catch (GraphStateException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The reducer of claims: the state's list and an update make the next list. */
    private static Object merge(Object before, Object change) {
        if (before == null || !(change instanceof Map<?, ?> update)) {
            return change;
        }
        List<Object> claims = new ArrayList<>((List<?>) before);
        int index = (Integer) update.get("index");
        Map<Object, Object> claim = new HashMap<>((Map<?, ?>) claims.get(index));
        claim.put("value", update.get("value"));
        claims.set(index, claim);
        Optional.ofNullable(update.get("add")).ifPresent(claims::add);
        return claims;
    }

    /** One step, with its checkpoint. Returns what it put out. */
    public NodeOutput<AgentState> step() {
        if (steps % stepsPerThread == 0) {
            begin();
        }
        steps++;
        return advance();
    }

    private void begin() {
        try {
            if (thread > 0) {
                saver.release(config());
            }
            thread++;
            run = graph.stream(state, config()).iterator();
            advance(); // the start of the graph, which changes nothing
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (Exception e) {
            throw new IllegalStateException("Expected a new thread of checkpoints, but: " + e.getMessage(), e);
        }
    }

    /** The library's iterator runs the step when it is asked whether there is one. */
    private NodeOutput<AgentState> advance() {
        if (!run.hasNext()) {
            throw new IllegalStateException("Expected a graph without an end, but it ended.");
        }
        return run.next();
    }

    private RunnableConfig config() {
        return RunnableConfig.builder().threadId("thread-" + thread).build();
    }
}
