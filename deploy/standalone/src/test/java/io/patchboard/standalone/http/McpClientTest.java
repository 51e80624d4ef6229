package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.jvm.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that others wrote, on {@code /mcp} and on {@code patchboard mcp}. Skipped where npm cannot fetch it. */
@Tag("long")
class McpClientTest extends ApiRig {

    @TempDir
    static Path folder;

    @BeforeAll
    static void fetch() throws Exception {
        Files.writeString(folder.resolve("package.json"), "{\"private\": true, \"type\": \"module\"}");
        Files.copy(Path.of("src/test/resources/mcp/client.mjs"), folder.resolve("client.mjs"));
        assumeThat(exit("npm", "install", "--no-audit", "--no-fund", "@modelcontextprotocol/sdk@1"))
                .as("npm, to fetch the client")
                .isZero();
    }

    @Test
    void overHttp() throws Exception {
        converse("over-http", api.url() + "/mcp");
    }

    @Test
    void asTheParentOfAProcess_beforeAServer() throws Exception {
        converse("over-stdio", program("--url", api.url()));
    }

    @Test
    void asTheParentOfAProcess_withoutAServer() throws Exception {
        converse(
                "without-server", program("--bootstrap-server", all.connection().bootstrapServers()));
    }

    private static String[] program(String... options) {
        List<String> command = ChildJvm.running(PatchBoard.class, "mcp");
        command.addAll(List.of(options));
        return command.toArray(String[]::new);
    }

    private static void converse(String board, String... target) throws Exception {
        List<String> command = new ArrayList<>(List.of("node", "client.mjs", board));
        command.addAll(List.of(target));
        Process node = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(node.waitFor()).as(said).isZero();
        assertThat(said).endsWith("done\n");
    }

    private static int exit(String... command) throws InterruptedException {
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
