package io.patchboard.standalone.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.patchboard.client.KafkaConnection;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.crash.Ledger;
import io.patchboard.standalone.crash.Requests;
import io.patchboard.standalone.crash.Tool;
import io.patchboard.standalone.crash.Watcher;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of {@code up}, of a quarter of a gigabyte in memory, is really full, and then it is not. */
@Tag("long")
final class UpOnFullDiskTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String BOARD = "notes";
    private static final int BEFORE = 20;

    private static final Json BLUEPRINT = JsonReader.parse("""
            {"apiVersion":"patchboard/v1","name":"notes","state":{"schema":{"type":"object"},"initial":{"notes":[]}},
             "workers":{"scribe":{"unsolicited":true,"write":[{"op":["add"],"path":"/notes/-"}]}}}
            """);

    @TempDir
    private Path dir;

    @Test
    void diskIsFull_upStays_andGoesOnWhenThereIsRoom() throws Exception {
        Path disk = Files.createDirectory(dir.resolve("disk"));
        assumeTrue(
                Tool.works("mount", "-t", "tmpfs", "-o", "size=256m", "none", disk.toString()),
                "Skipped: no disk of its own can be mounted here.");
        try (UpProcess up = UpProcess.start(disk.resolve("data"), 0);
                Ledger ledger = new Ledger(up.bootstrapServers(), new Random(1));
                Watcher watcher = new Watcher(KafkaConnection.to(up.bootstrapServers()), invoked -> {})) {
            Requests requests = new Requests(ledger, new Random(1));
            ledger.command(new CreateBoard("create", BOARD, BLUEPRINT, Json.nul()));
            for (int i = 0; i < BEFORE; i++) {
                note(requests);
            }
            await().atMost(PATIENCE).until(() -> watcher.outcomes() == ledger.requests());

            Path rest = disk.resolve("rest");
            fill(rest);
            await("Kafka to have missed the room").atMost(PATIENCE).until(() -> {
                boolean serves = listens(up.bootstrapServers());
                if (serves) {
                    note(requests);
                }
                return !serves;
            });
            Files.delete(rest);

            await("Kafka to be back").atMost(PATIENCE).until(() -> listens(up.bootstrapServers()));
            note(requests);
            ledger.flush();
            try (Watcher all = new Watcher(KafkaConnection.to(up.bootstrapServers()), invoked -> {})) {
                await("everything that was taken to be decided")
                        .atMost(PATIENCE)
                        .until(() -> all.outcomes() == ledger.requests());
            }
            int replay = PatchBoard.commandLine()
                    .execute("replay", "--verify", "--inputs", "--bootstrap-server", up.bootstrapServers());
            assertThat(replay).isZero();
            assertThat(up.stop()).isZero();
        } finally {
            Tool.run("umount", "-l", disk.toString());
        }
    }

    private static void note(Requests requests) {
        requests.propose(BOARD, "scribe", "{'op':'add','path':'/notes/-','value':'" + "x".repeat(1_000) + "'}");
    }

    private static void fill(Path rest) throws IOException {
        byte[] some = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(rest)) {
            while (true) {
                out.write(some);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private static boolean listens(String address) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address.split(":")[1]))) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
