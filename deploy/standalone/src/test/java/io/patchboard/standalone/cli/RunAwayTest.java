package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogReader;
import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} on a server that ends before the board does. */
class RunAwayTest {

    @TempDir
    private Path dir;

    @Test
    void serverEnds_boardAndCommandThatShowsIt_areNamed() throws Exception {
        Path blueprint = Files.writeString(dir.resolve("notes.yaml"), """
                apiVersion: patchboard/v1
                name: notes
                state: {schema: {}, initial: {}}
                workers: {scribe: {unsolicited: true}}
                """);
        CompletableFuture<Cli> run;
        String server;
        try (AllInOne all = AllInOne.start(AllInOneConfig.on(dir.resolve("data")))) {
            KafkaConnection connection = all.connection();
            server = connection.bootstrapServers();
            run = CompletableFuture.supplyAsync(
                    () -> Cli.run("run", blueprint.toString(), "--bootstrap-server", server, "--board", "b-1"));
            new LogReader(connection).follow("b-1", Follow.FROM_BEGINNING, entry -> false);
        }

        Cli ended = run.get(5, TimeUnit.MINUTES);

        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
        assertThat(ended.err())
                .contains("Expected Kafka to answer until board b-1 has ended, but no answer came in time")
                .endsWith("When it answers again: \"patchboard board log b-1 --bootstrap-server " + server
                        + "\" shows how far it is.\n");
    }
}
