package io.patchboard.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What is known of a broker that gave up. */
@Isolated("all brokers of the process are told of a fault, as nobody can say whose it is")
class BrokerFaultTest {

    @TempDir
    Path dir;

    @Test
    void kafkaEndsTheProcess_becomesAFault() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir))) {
            Thread kafkaThread = new Thread(() -> Exit.halt(1, "all log dirs have failed"), "log-dir-failure");
            kafkaThread.setUncaughtExceptionHandler((thread, error) -> {});
            kafkaThread.start();

            BrokerFault fault = broker.fault().toCompletableFuture().get();
            assertThat(fault.status()).isEqualTo(1);
            assertThat(fault.message()).contains("log-dir-failure", "all log dirs have failed", "MB free");
        }
    }
}
