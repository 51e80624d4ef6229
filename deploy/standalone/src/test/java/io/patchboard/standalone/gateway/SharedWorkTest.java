package io.patchboard.standalone.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways of one group, and nobody else: the test stands in for the kernel. */
class SharedWorkTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int PARTITIONS = 8;
    private static final int ROUND = 40;

    @TempDir
    Path dir;

    private final AtomicInteger byFirst = new AtomicInteger();
    private final AtomicInteger bySecond = new AtomicInteger();
    private final Set<String> invited = new TreeSet<>();
    private QueueRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = QueueRig.start(dir, PARTITIONS);
    }

    @AfterEach
    void stop() throws Exception {
        rig.close();
    }

    @Test
    void twoGatewaysOfAGroup_shareTheWork_andOneGoesOnAlone() {
        Gateway first = gateway(byFirst);
        try (Gateway second = gateway(bySecond)) {
            assertThat(second).isNotNull();
            await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
                round();
                return byFirst.get() > 0 && bySecond.get() > 0;
            });
            int firstBefore = byFirst.get();
            int secondBefore = bySecond.get();
            await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
                round();
                return byFirst.get() > firstBefore && bySecond.get() > secondBefore;
            });
            first.close();
            // Where much else is done, it may still be ending when what it may take for that is over.
            await().atMost(PATIENCE).until(() -> {
                int firstBeforeTheRound = byFirst.get();
                round();
                await().atMost(PATIENCE).until(() -> rig.answers().keySet().containsAll(invited));
                return byFirst.get() == firstBeforeTheRound;
            });
        } finally {
            first.close();
        }
        // At least once each, and the same answer, whoever gives it.
        assertThat(rig.answers()).containsOnlyKeys(invited);
    }

    private Gateway gateway(AtomicInteger answered) {
        Worker worker = invocation -> {
            answered.incrementAndGet();
            return Answer.nothing();
        };
        return Gateway.start(GatewayConfig.builder(
                        KafkaConnection.to(rig.bootstrapServers()), Map.of("w", WorkerBinding.Given.of(worker)))
                .groupId("shared")
                .build());
    }

    /** Boards of their own for each invocation, so that they are spread over the partitions. */
    private void round() {
        for (int i = 0; i < ROUND; i++) {
            String id = "i-" + invited.size();
            rig.invite("w", id);
            invited.add(ProposalSubmitter.proposalId(id, "w"));
        }
    }
}
