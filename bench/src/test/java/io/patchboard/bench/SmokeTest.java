package io.patchboard.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.bench.cli.Bench;
import io.patchboard.bench.plot.Plots;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every bench runs, with tiny sizes. What they measure then means nothing, and is not looked at. */
@Tag("long")
final class SmokeTest {

    @TempDir
    private Path results;

    @Test
    void core_quick_measuresAllSides() throws IOException {
        assertThat(run("core"))
                .extracting(Measurement::side)
                .contains("patchboard", "decision", "naive", "langgraph4j");
    }

    @Test
    void peers_quick_measuresAllSides() throws IOException {
        assertThat(run("peers"))
                .extracting(Measurement::side)
                .contains("patchboard", "langgraph4j memory", "langgraph4j file");
    }

    @Test
    void service_quick_measuresAllSides() throws IOException {
        assertThat(run("service"))
                .extracting(Measurement::side)
                .contains("patchboard", "plain streams", "plain streams, same writes", "plain streams, whole states");
    }

    @Test
    void traces_quick_measuresBothSides() throws IOException {
        assertThat(run("traces")).extracting(Measurement::side).contains("patchboard", "patchboard, traced");
    }

    @Test
    void latency_quick_measuresTimesAndThroughput() throws IOException {
        assertThat(run("latency")).extracting(Measurement::what).contains("latency p50", "latency p99", "throughput");
    }

    @Test
    void tenants_quick_measuresOneBesideTheOthersFlood() throws IOException {
        assertThat(run("tenants"))
                .extracting(measured -> measured.at().get("flood"))
                .contains("none", "under quota", "without quota");
    }

    @Test
    void changelog_quick_findsWhatTheKernelWrote() throws IOException {
        List<Measurement> measured = run("changelog");
        assertThat(Results.find(measured, "patchboard", "all stores"))
                .hasValueSatisfying(bytes -> assertThat(bytes.median()).isPositive());
    }

    @Test
    void boards_quick_measuresThroughputAndMemory() throws IOException {
        assertThat(run("boards"))
                .extracting(Measurement::what)
                .contains("throughput", "heap after gc", "boards created");
    }

    @Test
    void restart_quick_commitsAgain() throws IOException {
        assertThat(run("restart")).extracting(Measurement::what).contains("first commit after kill", "changelog");
    }

    @Test
    void reads_quick_asksTheReadSide() throws IOException {
        assertThat(run("reads"))
                .extracting(Measurement::what)
                .contains("rebuild", "state at any version of the long log", "behind the kernel", "heap after gc");
    }

    @Test
    void gateway_quick_measuresEverySource() throws IOException {
        List<Measurement> measured = run("gateway");
        assertThat(measured).extracting(Measurement::side).contains("share", "consumer", "classic");
        assertThat(measured).extracting(Measurement::what).contains("invocations", "one invocation", "all answered");
    }

    @Test
    void plots_ofOneResult_drawIt() throws IOException {
        Assumptions.assumeTrue(fontsAreThere(), "Plots need some font to be installed.");
        Results core = new Results(results, "core", "test");
        for (int bytes : new int[] {1_000, 10_000}) {
            Map<String, String> at = Map.of("shape", "LIST", "bytes", Integer.toString(bytes));
            core.add(Measurement.once("patchboard", "commit cpu", at, "us/op", 5));
        }
        core.save();
        List<Path> drawn = new Plots(results, results.resolve("img")).draw("svg");
        assertThat(drawn)
                .singleElement()
                .satisfies(file ->
                        assertThat(Files.readString(file)).startsWith("<?xml").contains("svg"));
    }

    private static boolean fontsAreThere() {
        System.setProperty("java.awt.headless", "true");
        try {
            new Font(Font.SANS_SERIF, Font.PLAIN, 12).getStringBounds("1", new FontRenderContext(null, false, false));
            return true;
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    private List<Measurement> run(String bench) throws IOException {
        int exit = Bench.commandLine().execute(bench, "--quick", "--results", results.toString());
        assertThat(exit).isZero();
        return Results.load(results, bench);
    }
}
