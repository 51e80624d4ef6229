package io.patchboard.standalone.a2a;

import static io.patchboard.standalone.a2a.ScriptedApi.ANYBODY;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.calls.Outbound;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many of a server's event streams push notifications take. */
class PushStreamsTest {

    private static final int RECEIVERS = 60;

    @AutoClose
    private final ScriptedApi server = new ScriptedApi();

    @AutoClose
    private final Operations operations = new Operations(server::uri);

    @TempDir
    private Path folder;

    PushStreamsTest() throws Exception {}

    @Test
    void ofManyReceivers_someAreToldByStreams_andAllAreTold() throws Exception {
        Outbound hosts = Outbound.of(List.of(), List.of("localhost")).ofStrangers();
        PushBook book = PushBook.open(folder.resolve("push.json"));
        for (int i = 0; i < RECEIVERS; i++) {
            String task = "t" + i;
            server.says(
                    "GET /v1/boards/" + task, 200, "{\"boardId\":\"" + task + "\",\"phase\":\"open\",\"sequence\":1}");
            server.says("POST /hook/" + task, 200, "");
            book.put(PushTarget.of(task, JsonObject.of("url", Json.of(server.uri() + "/hook/" + task)), hosts));
        }
        try (Pushing pushing = new Pushing(book, hosts, ANYBODY)) {
            pushing.begin(operations);

            await(() -> asked("POST /hook/") == RECEIVERS && asked("/log?") == 50);
            TimeUnit.MILLISECONDS.sleep(200);
            assertThat(asked("/log?")).isEqualTo(50);
        }
    }

    private long asked(String part) {
        return server.asked().stream()
                .filter(request -> request.contains(part))
                .distinct()
                .count();
    }

    private static void await(BooleanSupplier done) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!done.getAsBoolean() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(done.getAsBoolean()).isTrue();
    }
}
