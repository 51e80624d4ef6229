package io.patchboard.bench.core;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.patchboard.bench.load.Claims;
import io.patchboard.bench.load.Shape;
import io.patchboard.bench.peer.LangGraph;
import io.patchboard.bench.peer.Updates;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bsc.langgraph4j.NodeOutput;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import org.bsc.langgraph4j.state.AgentState;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The peer: one step of a graph of LangGraph4j, with checkpoints in memory, and no more than ten of them at a time. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class LangGraphBenchmark {

    /**
     * Short, so that neither the state grows nor the heap fills: what a long history costs is another bench's question.
     */
    private static final int STEPS_PER_THREAD = 10;

    @Param({"1000", "10000", "100000", "1000000"})
    public int bytes;

    @Param({"JAVA", "JACKSON"})
    public LangGraph.Copies copies;

    private LangGraph graph;

    @Setup(Level.Trial)
    public void prepare() throws IOException {
        Claims claims = new Claims(Shape.LIST, bytes, Claims.SHORT_QUOTE);
        Map<String, Object> state = new ObjectMapper().readValue(claims.stateBytes(), new TypeReference<>() {});
        graph = new LangGraph(state, new Updates(claims, true), new MemorySaver(), copies, STEPS_PER_THREAD);
    }

    @Benchmark
    public NodeOutput<AgentState> commit() {
        return graph.step();
    }
}
