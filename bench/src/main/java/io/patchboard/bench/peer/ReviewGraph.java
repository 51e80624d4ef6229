package io.patchboard.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.CompiledGraph;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.action.AsyncEdgeAction;
import org.bsc.langgraph4j.action.AsyncNodeAction;
import org.bsc.langgraph4j.checkpoint.FileSystemSaver;
import org.bsc.langgraph4j.state.AgentState;
import org.bsc.langgraph4j.state.Channel;
import org.bsc.langgraph4j.state.Channels;

/**
 * The graph of {@code evidence-review} in LangGraph4j with its checkpointer in files: a node for each worker, edges by
 * what is left to do, a checkpoint for each step. Its nodes need not think: they return what our workers wrote on a
 * board with the same input, as updates that were made beforehand. Nothing is validated, and nobody is invited.
 */
public final class ReviewGraph {

    private static final String DONE = "done";

    /**
     * What one node returns.
     *
     * @param worker whose node it is
     * @param update by the name of what it changes: of a list its {@code changes}, each with {@code add}, or with
     *     {@code index} and the {@code fields} to set there; of all else, the value
     */
    public record Step(String worker, Map<String, Object> update) {}

    private final FileSystemSaver saver;
    private final CompiledGraph<AgentState> graph;
    private List<Step> steps = List.of();
    private int run;

    /**
     * Is used by one thread.
     *
     * @param workers who takes part
     * @param dir of its checkpoints, and of no other's
     */
    public ReviewGraph(List<String> workers, Path dir, LangGraph.Copies copies) {
        var serializer = LangGraph.serializer(copies);
        Map<String, Channel<?>> lists =
                Map.of("sources", Channels.base(ReviewGraph::change), "claims", Channels.base(ReviewGraph::change));
        this.saver = new FileSystemSaver(dir, serializer);
        try {
            StateGraph<AgentState> nodes = new StateGraph<>(lists, serializer);
            Map<String, String> ways = new HashMap<>(Map.of(StateGraph.END, StateGraph.END));
            for (String worker : workers) {
                ways.put(worker, worker);
                nodes.addNode(worker, AsyncNodeAction.node_async(this::update));
            }
            AsyncEdgeAction<AgentState> next = AsyncEdgeAction.edge_async(this::next);
            nodes.addConditionalEdges(StateGraph.START, next, ways);
            for (String worker : workers) {
                nodes.addConditionalEdges(worker, next, ways);
            }
            this.graph = nodes.compile(CompileConfig.builder()
                    .checkpointSaver(saver)
                    .recursionLimit(Integer.MAX_VALUE)
                    .build());
        } catch (GraphStateException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int done(AgentState state) {
        return state.<Integer>value(DONE).orElseThrow();
    }

    private Map<String, Object> update(AgentState state) {
        int done = done(state);
        Map<String, Object> update = new HashMap<>(steps.get(done).update());
        update.put(DONE, done + 1);
        return update;
    }

    private String next(AgentState state) {
        int done = done(state);
        return done < steps.size() ? steps.get(done).worker() : StateGraph.END;
    }

    /** The reducer of a list: what it was and changes of it make what it is. */
    private static Object change(Object before, Object update) {
        if (before == null || !(update instanceof Map<?, ?> changes)) {
            return update;
        }
        List<Object> list = new ArrayList<>((List<?>) before);
        for (Object one : (List<?>) changes.get("changes")) {
            Map<?, ?> change = (Map<?, ?>) one;
            if (change.containsKey("add")) {
                list.add(change.get("add"));
            } else {
                int index = (Integer) change.get("index");
                Map<Object, Object> item = new HashMap<>((Map<?, ?>) list.get(index));
                item.putAll((Map<?, ?>) change.get("fields"));
                list.set(index, item);
            }
        }
        return list;
    }

    /**
     * Runs one board from its beginning to its end.
     *
     * @param input the state that it begins with
     * @return the state that it ends with
     */
    public Map<String, Object> run(Map<String, Object> input, List<Step> work) {
        steps = work;
        Map<String, Object> first = new HashMap<>(input);
        first.put(DONE, 0);
        RunnableConfig config =
                RunnableConfig.builder().threadId("board-" + run++).build();
        Map<String, Object> end = graph.invoke(first, config).orElseThrow().data();
        try {
            saver.release(config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException("Expected to end a run, but: " + e.getMessage(), e);
        }
        return end;
    }
}
