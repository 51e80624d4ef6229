package io.patchboard.standalone.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.workers.Examples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, and with it every command line that README and docs show. */
@Order(1) // takes long, so it begins first
class LauncherTest {

    private static final Pattern READY = Pattern.compile("ready bootstrap=(\\S+)");
    private static final Duration START = Duration.ofMinutes(5);

    /** How a command line is tried, and what is put behind it. */
    private enum How {
        /** It ends by itself, with success. */
        RUNS,
        /** It ends with a verdict on a worker, which may be that it fits another blueprint only. */
        JUDGES,
        /** It says that it is ready, and is stopped. */
        SERVES,
        /** What it needs is not here (a model, a person, somebody's file): that it is understood has to do. */
        PARSES
    }

    private record Try(How how, String more) {}

    private static final Map<String, Try> KNOWN = new LinkedHashMap<>();

    static {
        runs("demo");
        runs("run examples/hello-summary");
        runs("run examples/hello-summary --set 'notes=[\"A note of mine. It has two sentences.\"]'");
        runs("run examples/hello-summary --bootstrap-server localhost:9092 --board b1");
        runs("run examples/workers --workers examples/workers/python-process/workers.yaml");
        runs("preset blackboard --agents analyst,critic --decider editor -o team");
        runs("preset blackboard --agents analyst,critic,editor --coordinator boss --decider editor -o team");
        runs("run team --set 'problem=\"Why is the sky blue?\"'");
        runs("run team --set problem=\"Why is the sky blue?\"");
        runs("blueprint validate examples/hello-summary/blueprint.yaml");
        runs("blueprint graph --format svg -o workflow.svg examples/hello-summary/blueprint.yaml");
        KNOWN.put("worker check python3 worker.py", new Try(How.JUDGES, ""));
        runs("worker check --url http://localhost:8000/answer");
        KNOWN.put("worker check --workers workers.yaml --worker summarizer", new Try(How.JUDGES, ""));
        runs("worker check --blueprint blueprint.yaml --input input.json --worker summarizer python3 worker.py");
        KNOWN.put(
                "worker check --blueprint blueprint.yaml --state state.json --worker summarizer python3 worker.py",
                new Try(How.JUDGES, ""));
        parses("worker check --workers workers.yaml --worker summarizer --board b1");
        runs("board list");
        runs("board log b1");
        runs("replay --verify");
        List.of("replay", "replay --json", "approvals list").forEach(command -> runs(command));
        runs("replay --verify --inputs");
        runs("replay --verify --decide");
        runs("anchor --json >> anchors.jsonl");
        KNOWN.put("faults", new Try(How.RUNS, " --per-type 2"));
        KNOWN.put("up", new Try(How.SERVES, " --kafka-port 0 --http-port 0"));
        KNOWN.put("up --http-token-file token", new Try(How.SERVES, " --kafka-port 0 --http-port 0"));
        KNOWN.put("up --principals principals.yaml", new Try(How.SERVES, " --kafka-port 0 --http-port 0"));
        KNOWN.put("gateway --workers workers.yaml --bootstrap-server broker:9092", new Try(How.SERVES, ""));
        KNOWN.put("kernel", new Try(How.SERVES, ""));
        parses("gateway --workers FILE --bootstrap-server HOST:PORT");
        parses("up --data-dir D --kafka-port 19392 --http-port 0");
        parses("run examples/hello-summary --workers examples/hello-summary/workers-llm.yaml");
        parses("run examples/evidence-review --no-workers --bootstrap-server localhost:9092");
        parses("run examples/workers --bootstrap-server localhost:9092");
        parses("architect \"Summarise each note, then rank the summaries\" --model openai/gpt-4.1 --envelope FILE");
        parses("architect \"Two critics review a text apart from each other, an editor mends it\" --input text.json"
                + " --envelope review-envelope.yaml --workers workers.yaml --model openai/gpt-4.1 -o review");
        parses("faults --circuits");
        parses("faults [--per-type 200] [--seed 1] [--json]");
        Set.of("blueprint", "workers", "workflow", "record PatchProposal").forEach(kind -> runs("schema " + kind));
        runs("workflow check examples/workflows/order.yaml");
        runs("workflow check examples/workflows/plan-and-repair.yaml");
        parses("board log ID");
        parses("propose --dry-run");
        parses("worker check");
        parses("blueprint validate FILE");
        parses("blueprint graph --format svg");
        parses("board reopen review-7 --raise tokens=500000 --reason \"the model is back\"");
        parses("board resolve review-7 --retry --reason \"the model is back\"");
        parses("board resolve review-7 41 --raise tokens=500000 --reason \"worth it\"");
        parses("board resolve --where reason=outage --where worker=extractor --retry --rate 5 --reason \"it is back\"");
        KNOWN.put("subscribe --to http://localhost:8000/hook --kind NeedsPerson", new Try(How.SERVES, ""));
        parses("board state ID --version N");
        parses("replay --verify --bootstrap-server HOST:PORT");
        parses("replay --verify --anchor anchors.jsonl");
        parses("up --anchor-file anchors.jsonl --anchor-every 1h");
        parses("doctor");
        parses("rejections");
        parses("what-if --blueprint-name claims --blueprint stricter.yaml --golden accepted.json");
        parses("what-if review-7 --blueprint stricter.yaml --mode onward");
    }

    @TempDir
    Path dir;

    private static void runs(String command) {
        KNOWN.put(command, new Try(How.RUNS, ""));
    }

    private static void parses(String command) {
        KNOWN.put(command, new Try(How.PARSES, " --help"));
    }

    @Test
    void everyDocumentedCommand_worksFromTheLauncher() throws Exception {
        Examples.need("python3", "python3", "--version");
        Map<String, Set<String>> documents = DocumentedCommands.byDocument();
        Set<String> all = new TreeSet<>();
        documents.values().forEach(all::addAll);
        assertThat(all)
                .as("What README and docs show, and what this test knows how to try")
                .containsExactlyInAnyOrderElementsOf(KNOWN.keySet());
        HttpServer worker = answering("{\"patch\":[]}");
        Checkout server = Checkout.at(dir.resolve("up"));
        try (Checkout.Running up =
                server.start(".", "./patchboard up" + KNOWN.get("up").more())) {
            String bootstrap = ready(up, READY).group(1);
            Set<String> tried = new TreeSet<>(Set.of("up"));
            for (Map.Entry<String, Set<String>> document : documents.entrySet()) {
                if (tried.containsAll(document.getValue())) {
                    continue;
                }
                Checkout checkout = withFiles(Checkout.at(dir.resolve(document.getKey())))
                        .with("PATCHBOARD_BOOTSTRAP_SERVERS", bootstrap)
                        .with("PATCHBOARD_SECRET", "the secret of a test")
                        .with("PATCHBOARD_PREFIX", "elsewhere.")
                        .with("PATCHBOARD_STATE_DIR", dir.resolve("state").toString());
                for (String command : document.getValue()) {
                    if (tried.add(command)) {
                        attempt(
                                checkout,
                                command,
                                command.replace("localhost:9092", bootstrap)
                                        .replace("broker:9092", bootstrap)
                                        .replace(
                                                "localhost:8000",
                                                "localhost:"
                                                        + worker.getAddress().getPort())
                                        .replaceAll("[\\[\\]](?![^']*')", "")
                                        .replaceAll(" N$", " 1"));
                    }
                }
            }
            up.stop();
        } finally {
            worker.stop(0);
        }
    }

    private static void attempt(Checkout checkout, String command, String here) throws Exception {
        Try known = KNOWN.get(command);
        try (Checkout.Running running = checkout.start(".", "./patchboard " + here + known.more())) {
            if (known.how() == How.SERVES) {
                ready(running, Pattern.compile("(?m)^(ready bootstrap=|started group=).*|Kernel ready"));
                running.stop();
                assertThat(running.process().isAlive()).isFalse();
            } else {
                assertThat(running.await())
                        .as(command + "\n" + running.output())
                        .isIn(
                                known.how() == How.JUDGES
                                        ? Set.of(ExitCodes.OK, ExitCodes.CHECK_FAILED)
                                        : Set.of(ExitCodes.OK));
                assertThat(running.output()).as("warnings of the JVM").doesNotContain("WARNING: ");
            }
        }
    }

    /** The files that the documents' examples name. */
    private static Checkout withFiles(Checkout checkout) throws IOException {
        for (String file : new String[] {"blueprint.yaml", "input.json", "worker.py", "workers.yaml"}) {
            Files.copy(
                    checkout.home().resolve("examples/hello-summary").resolve(file),
                    checkout.home().resolve(file));
        }
        checkout.write("token", "a-token-of-a-test");
        checkout.write(
                "principals.yaml",
                "principals: {ada: {tokens: [\"sha256:2260d5da5f0cccba7e8849883c1f42d7d3cf31f313367e3abb89d2dda6c5a4a6\"],"
                        + " rights: [read]}}");
        checkout.write("state.json", "{\"notes\": [\"A note. Of mine.\"], \"summaries\": []}");
        return checkout;
    }

    private static Matcher ready(Checkout.Running running, Pattern line) {
        await().atMost(START)
                .until(() -> !running.process().isAlive()
                        || line.matcher(running.output()).find());
        try {
            Matcher matcher = line.matcher(running.output());
            assertThat(matcher.find()).as(running.output()).isTrue();
            return matcher;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static HttpServer answering(String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        server.start();
        return server;
    }

    @Test
    void bench_isAProgramOfItsOwn() throws Exception {
        Checkout checkout = Checkout.at(dir.resolve("checkout"));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Arguments.class.getName());
        String classes = Arguments.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classes);
        Path jar =
                Files.createDirectories(checkout.home().resolve("bench/target")).resolve("bench.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();

        try (Checkout.Running running = checkout.start(".", "./patchboard bench core --only 'a b'")) {
            assertThat(running.await()).as(running.output()).isZero();
            assertThat(running.output()).contains("[core, --only, a b]");
        }
    }

    /** Prints what it is given. */
    static final class Arguments {

        private Arguments() {}

        public static void main(String[] args) {
            System.out.println(List.of(args));
        }
    }

    @Test
    void gatewayThatFindsNoBroker_saysSoAndNotThatItHasStarted() throws Exception {
        Checkout checkout =
                withFiles(Checkout.at(dir.resolve("alone"))).with("PATCHBOARD_BOOTSTRAP_SERVERS", "localhost:1");

        try (Checkout.Running gateway = checkout.start(".", "./patchboard gateway --workers workers.yaml")) {
            ready(gateway, Pattern.compile("Expected Kafka at localhost:1 to answer.*Waiting"));
            assertThat(gateway.output()).doesNotContain("started group=");
        }
    }

    @Test
    void commands_ofADocument_areFoundInBlocksAndText() {
        assertThat(DocumentedCommands.in("""
                Use `./patchboard board
                list` or `time ./patchboard demo`, not `./patchboard`.

                    ./patchboard up        # a comment

                ```console
                $ ./patchboard run x \\
                    --json | jq .
                ../../patchboard run y --set a='#b'
                ```
                """))
                .containsExactly("up", "run x --json", "run y --set a='#b'", "board list", "demo");
    }
}
