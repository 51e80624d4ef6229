package io.patchboard.standalone.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.jvm.BuiltApp;
import io.patchboard.standalone.workers.Examples;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, and with it every command line that README and docs show. */
@Order(1) // takes long, so it begins first
class LauncherTest {

    private static final Pattern READY = Pattern.compile("ready bootstrap=(\\S+)");
    private static final Duration START = Duration.ofMinutes(5);

    @TempDir
    Path dir;

    @Test
    void everyDocumentedCommand_isKnown() throws Exception {
        Set<String> all = new TreeSet<>();
        DocumentedCommands.byDocument().values().forEach(all::addAll);
        assertThat(all)
                .as("What README and docs show, and what this test knows how to try")
                .containsExactlyInAnyOrderElementsOf(KnownCommands.ALL.keySet());
    }

    /** Each has its own time; how long all of them take together, nobody can promise. */
    @Test
    @Tag("long")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void everyDocumentedCommand_worksFromTheLauncher() throws Exception {
        Examples.need("python3", "python3", "--version");
        Map<String, Set<String>> documents = DocumentedCommands.byDocument();
        HttpServer worker = answering("{\"patch\":[]}");
        BuiltApp app = BuiltApp.in(dir.resolve("app"));
        Checkout server = Checkout.at(dir.resolve("up")).of(app);
        try (Checkout.Running up = server.start(
                ".", "./patchboard up" + KnownCommands.ALL.get("up").more())) {
            String bootstrap = ready(up, READY).group(1);
            Set<String> tried = new TreeSet<>(Set.of("up"));
            for (Map.Entry<String, Set<String>> document : documents.entrySet()) {
                Set<String> fresh = new LinkedHashSet<>(document.getValue());
                fresh.removeIf(command -> KnownCommands.ALL.get(command).how() == KnownCommands.How.PARSES);
                fresh.removeIf(command -> !tried.add(command));
                if (fresh.isEmpty()) {
                    continue;
                }
                Checkout checkout = withFiles(
                                Checkout.at(dir.resolve(document.getKey())).of(app))
                        .with("PATCHBOARD_BOOTSTRAP_SERVERS", bootstrap)
                        .with("PATCHBOARD_SECRET", "the secret of a test")
                        .with("PATCHBOARD_STATE_DIR", dir.resolve("state").toString());
                for (String command : fresh) {
                    checkout.with("PATCHBOARD_PREFIX", command.equals("kernel") ? "elsewhere." : "");
                    attempt(
                            checkout,
                            command,
                            command.replace("localhost:9092", bootstrap)
                                    .replace("broker:9092", bootstrap)
                                    .replace(
                                            "localhost:8000",
                                            "localhost:" + worker.getAddress().getPort()));
                }
            }
            up.stop();
        } finally {
            worker.stop(0);
        }
    }

    @Test
    @Tag("long")
    void documentedCommand_thatNeedsWhatIsNotHere_isUnderstood() throws Exception {
        Path words = dir.resolve("words");
        Path jdk = jdkThatWritesWhatItIsGiven(words);
        Checkout checkout = withFiles(Checkout.at(dir.resolve("parsed"))).on(jdk);
        for (Map.Entry<String, KnownCommands.Try> known : KnownCommands.ALL.entrySet()) {
            if (known.getValue().how() == KnownCommands.How.PARSES) {
                try (Checkout.Running running = checkout.start(".", commandLine(known.getKey(), known.getValue()))) {
                    assertThat(running.await()).as(running.output()).isZero();
                }
                List<String> given = List.of(Files.readString(words).split("\0"));
                String[] args = given.subList(given.indexOf(PatchBoard.class.getName()) + 1, given.size())
                        .toArray(String[]::new);
                StringWriter said = new StringWriter();
                int exitCode = PatchBoard.commandLine(args)
                        .setOut(new PrintWriter(said))
                        .setErr(new PrintWriter(said))
                        .execute(args);
                assertThat(exitCode).as(known.getKey() + "\n" + said).isZero();
                assertThat(said.toString()).as(known.getKey()).contains("Usage: patchboard");
            }
        }
    }

    /** With a number for N, and without brackets, which are no part of it but in a value in quotes. */
    private static String commandLine(String command, KnownCommands.Try known) {
        String here = command.replaceAll("[\\[\\]](?![^']*')", "").replaceAll(" N$", " 1");
        return "./patchboard " + here + known.more();
    }

    private static Path jdkThatWritesWhatItIsGiven(Path words) throws IOException {
        Path jdk = words.resolveSibling("jdk");
        for (String program : List.of("java", "javac")) {
            Path file = Files.createDirectories(jdk.resolve("bin")).resolve(program);
            Files.writeString(file, "#!/bin/sh\nprintf '%s\\0' \"$@\" >'" + words + "'\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
        return jdk;
    }

    private static void attempt(Checkout checkout, String command, String here) throws Exception {
        KnownCommands.Try known = KnownCommands.ALL.get(command);
        long begin = System.nanoTime();
        try (Checkout.Running running = checkout.start(".", commandLine(here, known))) {
            if (known.how() == KnownCommands.How.SERVES) {
                ready(running, Pattern.compile("(?m)^(ready (bootstrap|http)=|started group=).*|Kernel ready"));
                running.stop();
                assertThat(running.process().isAlive()).isFalse();
            } else {
                assertThat(running.await())
                        .as(command + "\n" + running.output())
                        .isIn(
                                known.how() == KnownCommands.How.JUDGES
                                        ? Set.of(ExitCodes.OK, ExitCodes.CHECK_FAILED)
                                        : Set.of(ExitCodes.OK));
                assertThat(running.output()).as("warnings of the JVM").doesNotContain("WARNING: ");
            }
        }
        System.out.printf("%.1f s: %s%n", (System.nanoTime() - begin) / 1e9, command);
    }

    /** The files that the documents' examples name. */
    private static Checkout withFiles(Checkout checkout) throws IOException {
        for (String file : new String[] {"blueprint.yaml", "input.json", "worker.py", "workers.yaml"}) {
            Files.copy(
                    checkout.home().resolve("examples/hello-summary").resolve(file),
                    checkout.home().resolve(file));
        }
        checkout.write("page.png", "a page");
        checkout.write("token", "a-token-of-a-test");
        checkout.write("link-secret", "a-secret-of-a-test-with-so-many-characters");
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

    @Tag("long")
    @Test
    void gatewayThatFindsNoBroker_saysSoAndNotThatItHasStarted() throws Exception {
        Checkout checkout =
                withFiles(Checkout.at(dir.resolve("alone"))).with("PATCHBOARD_BOOTSTRAP_SERVERS", "localhost:1");

        try (Checkout.Running gateway = checkout.start(".", "./patchboard gateway --workers workers.yaml")) {
            ready(gateway, Pattern.compile("Expected Kafka at localhost:1 to answer.*this one waits"));
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
