package io.patchboard.bench.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The two ways to validate what a patch changed: a library on the subtrees that changed, and our own compiler of
 * schemas, which remembers what it found out; each also on whole states that are new to it. Parsing and applying are
 * not measured.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class SchemaBenchmark {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private OurCore core;
    private Schema library;
    private Schema libraryForItem;
    private JsonNode libraryState;
    private Json patched;
    private String item;

    @Setup(Level.Trial)
    public void prepare(StateSize size) throws IOException {
        core = new OurCore(size.schema());
        core.isValid(size.state());
        library = library(size.schemaText());
        libraryForItem = library(JsonPointer.parse("/$defs/claim")
                .resolve(size.schema())
                .orElseThrow()
                .toString());
        libraryState = MAPPER.readTree(size.stored());
    }

    private static Schema library(String schema) throws JsonProcessingException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(MAPPER.readTree(schema));
    }

    @Setup(Level.Invocation)
    public void change(StateSize size) {
        var patch = core.parse(size.nextPatch());
        patched = core.apply(patch, size.state()).document();
        item = patch.operations().get(0).toJson().get("value").orElseThrow().toString();
    }

    /** Its own setup is too slow for the others. */
    @State(Scope.Benchmark)
    public static class Unknown {

        private Json state;

        @Setup(Level.Invocation)
        public void parse(StateSize size) {
            state = JsonReader.parse(new String(size.stored(), StandardCharsets.UTF_8));
        }
    }

    @Benchmark
    public boolean libraryWhole() {
        return library.validate(libraryState).isEmpty();
    }

    /** Of a patch's two items, one. That it has to become a tree of the library's is part of it. */
    @Benchmark
    public boolean libraryItem() {
        try {
            return libraryForItem.validate(MAPPER.readTree(item)).isEmpty();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Benchmark
    public boolean oursWhole(Unknown unknown) {
        return core.isValid(unknown.state);
    }

    @Benchmark
    public boolean oursPatched() {
        return core.isValid(patched);
    }
}
