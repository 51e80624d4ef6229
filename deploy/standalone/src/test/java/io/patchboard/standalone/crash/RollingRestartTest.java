package io.patchboard.standalone.crash;

import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two kernels and three gateways are ended by SIGTERM and started again, one after the other, as an upgrade does. */
@Tag("long")
final class RollingRestartTest {

    private static final int GATEWAYS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @TempDir
    private Path dir;

    @Test
    void rollingRestart_underLoad_losesNothing_doublesNothing_andNothingExpires() throws Exception {
        Path workers = SlowBoards.file(dir);
        List<KernelProcess> kernels = new ArrayList<>();
        List<GatewayProcess> gateways = new ArrayList<>();
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")))) {
            KafkaConnection connection = KafkaConnection.to(broker.bootstrapServers());
            try (Watcher log = new Watcher(connection, invoked -> {})) {
                for (int i = 0; i < 2; i++) {
                    kernels.add(kernel(broker, i));
                    kernels.get(i).awaitReady(PATIENCE);
                }
                SlowBoards.createBoards(broker.bootstrapServers());
                for (int i = 0; i < GATEWAYS; i++) {
                    gateways.add(GatewayProcess.start(broker.bootstrapServers(), workers, "share"));
                }
                int parts = kernels.size() + GATEWAYS;
                for (int i = 0; i < parts; i++) {
                    int committed = (i + 1) * SlowBoards.COMMITS / (parts + 2);
                    await("commits").atMost(PATIENCE).until(() -> log.commits() >= committed);
                    if (i < kernels.size()) {
                        kernels.get(i).stop();
                        kernels.set(i, kernel(broker, i));
                        kernels.get(i).awaitReady(PATIENCE);
                    } else {
                        gateways.remove(0).stop();
                        gateways.add(GatewayProcess.start(broker.bootstrapServers(), workers, "share"));
                    }
                }
                await("boards").atMost(PATIENCE).until(() -> log.completed() == SlowBoards.BOARDS);
            }
            SlowBoards.check(connection);
        } finally {
            for (GatewayProcess gateway : gateways) {
                gateway.kill();
            }
            for (KernelProcess kernel : kernels) {
                kernel.close();
            }
        }
    }

    private KernelProcess kernel(EmbeddedBroker broker, int number) throws Exception {
        return KernelProcess.start(broker.bootstrapServers(), dir.resolve("kernel-" + number), Map.of());
    }
}
