package io.patchboard.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.bench.cli.Bench;
import io.patchboard.bench.plot.Plots;
import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Every bench runs, with tiny sizes. What they measure then means nothing, and is not looked at. */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT) // each has processes of its own, which mostly wait
final class SmokeTest {

    private static final String SAME_MESSAGES = "plain streams, same messages";

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
        assertThat(run("latency"))
                .extracting(Measurement::what)
                .contains(
                        "latency p50",
                        "latency p99",
                        "open loop latency p50",
                        "throughput",
                        "ratio to plain streams, 5 ms");
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
    void takeover_quick_commitsAllByTheOther() throws IOException {
        assertThat(run("takeover")).extracting(Measurement::what).containsExactly("all committed after kill");
    }

    @Test
    void capacity_quick_measuresThreadsProcessesAndPartitions() throws IOException {
        assertThat(run("capacity", "--threads", "1,2", "--processes", "2", "--partitions", "2"))
                .filteredOn(measured -> measured.what().equals("throughput"))
                .extracting(measured -> measured.at().get("threads"))
                .containsExactly("1", "2");
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
        assertThat(measured)
                .filteredOn(one -> one.what().equals("ratio to consumer, plain"))
                .extracting(Measurement::side)
                .containsExactlyInAnyOrder(
                        "share, plain", "share, plain, 9 members", "share, plain, large batches", "consumer");
        assertThat(measured).extracting(Measurement::what).contains("throughput", "one invocation", "all answered");
    }

    @Test
    void invited_quick_measuresAllSides() throws IOException {
        List<Measurement> measured = run("invited");
        assertThat(measured)
                .filteredOn(one -> one.what().equals("cpu ratio to uninvited"))
                .extracting(Measurement::side)
                .containsExactly("patchboard, invited", "plain streams, same writes, invited");
        assertThat(measured).extracting(Measurement::side).contains("patchboard", "plain streams, same writes");
    }

    @Test
    void calls_quick_findsWhatABoardTakes() throws IOException {
        List<Measurement> measured = run("calls");
        for (String task : List.of("parts", "blob")) {
            assertThat(Results.find(measured, "patchboard", "log and changelog beside what models wrote", "task", task))
                    .hasValueSatisfying(bytes -> assertThat(bytes.median()).isPositive());
        }
    }

    @Test
    void reviews_quick_completesBoardsOfAllSides() throws IOException {
        List<Measurement> measured = run("reviews");
        assertThat(measured).extracting(Measurement::side).contains("patchboard", SAME_MESSAGES, "langgraph4j file");
        assertThat(measured).extracting(Measurement::what).contains("ratio to langgraph4j file");
    }

    @Test
    void workflows_quick_runOnThreeBrokers() throws IOException {
        List<Measurement> measured = run("workflows");
        for (String side : List.of("patchboard", SAME_MESSAGES)) {
            for (String steps : List.of("1", "3")) {
                assertThat(measured)
                        .filteredOn(one -> one.side().equals(side) && one.isAt("steps", steps))
                        .extracting(Measurement::what)
                        .contains("throughput", "latency at half load p50", "latency at low load p99");
            }
        }
    }

    @Test
    void starts_quick_areTimed() throws IOException {
        List<Measurement> measured = run("starts");
        assertThat(measured).extracting(Measurement::what).contains("up, cold", "demo");
        assertThat(measured).extracting(Measurement::side).contains("broker", "broker and plain streams");
    }

    @Test
    void all_list_namesBenchesThatThereAre() throws IOException {
        StringWriter listed = new StringWriter();
        assertThat(Bench.commandLine().setOut(new PrintWriter(listed)).execute("all", "--list"))
                .isZero();
        assertThat(listed.toString().lines())
                .isNotEmpty()
                .allSatisfy(line -> Bench.commandLine().parseArgs(line.split(" ")));
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

    private List<Measurement> run(String bench, String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of(bench, "--quick", "--results", results.toString()));
        args.addAll(List.of(more));
        int exit = Bench.commandLine().execute(args.toArray(String[]::new));
        assertThat(exit).isZero();
        return Results.load(results, bench);
    }
}
