package io.patchboard.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.bench.cli.Bench;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every bench runs, with tiny sizes. What they measure then means nothing, and is not looked at. */
final class SmokeTest {

    @TempDir
    private Path results;

    @Test
    void core_quick_measuresAllSides() throws IOException {
        assertThat(run("core"))
                .extracting(Measurement::side)
                .contains("patchboard", "decision", "naive", "langgraph4j");
    }

    private List<Measurement> run(String bench) throws IOException {
        int exit = Bench.commandLine().execute(bench, "--quick", "--results", results.toString());
        assertThat(exit).isZero();
        return Results.load(results, bench);
    }
}
