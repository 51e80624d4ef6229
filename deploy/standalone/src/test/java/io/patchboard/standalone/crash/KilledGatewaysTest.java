package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.standalone.run.AllInOne;
import io.patchboard.standalone.run.AllInOneConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gateways are killed with {@code kill -9} under load: what they held is done by others, and nothing counts twice. */
@Tag("long")
final class KilledGatewaysTest {

    private static final int GATEWAYS = 3;
    private static final int KILLS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"share", "classic"})
    void gatewaysKilledUnderLoad_everyBoardCompletes_andEachInvocationHasOneOutcome(String source) throws Exception {
        Path workers = SlowBoards.file(dir);
        List<GatewayProcess> gateways = new ArrayList<>();
        Set<String> held = new TreeSet<>();
        try (AllInOne all =
                        AllInOne.start(AllInOneConfig.on(dir.resolve("data")).withQueues(Set.of("default")));
                Watcher log = new Watcher(all.connection(), invoked -> {})) {
            try {
                SlowBoards.createBoards(all.bootstrapServers());
                for (int i = 0; i < GATEWAYS; i++) {
                    gateways.add(GatewayProcess.start(all.bootstrapServers(), workers, source));
                }
                for (int kill = 1; kill <= KILLS; kill++) {
                    int committed = kill * SlowBoards.COMMITS / (KILLS + 2);
                    await().atMost(PATIENCE).until(() -> log.commits() >= committed);
                    await().atMost(PATIENCE).until(() -> atWork(gateways).isPresent());
                    GatewayProcess victim = atWork(gateways).orElse(gateways.get(0));
                    gateways.remove(victim);
                    victim.kill();
                    held.addAll(victim.journal().open());
                    gateways.add(GatewayProcess.start(all.bootstrapServers(), workers, source));
                }
                assertThat(held)
                        .as("invocations that were worked on by those that were killed")
                        .isNotEmpty();
                await().atMost(PATIENCE).until(() -> log.completed() == SlowBoards.BOARDS);
                SlowBoards.check(all.connection());
            } catch (ConditionTimeoutException e) {
                throw new AssertionError(
                        "With " + log.commits() + " commits and " + log.completed() + " boards: " + e.getMessage()
                                + "\n" + log.openInvocations()
                                + "\n" + ShareGroupState.of(all.connection(), "default", log.running())
                                + GatewayProcess.atALoss(gateways),
                        e);
            } finally {
                for (GatewayProcess gateway : gateways) {
                    gateway.kill();
                }
            }
        }
    }

    @Test
    void gatewayHangsUnderLoad_othersDoItsWork_andWhatItSaysLaterDoesNotCount() throws Exception {
        Path workers = SlowBoards.file(dir);
        try (AllInOne all =
                        AllInOne.start(AllInOneConfig.on(dir.resolve("data")).withQueues(Set.of("default")));
                Watcher log = new Watcher(all.connection(), invoked -> {});
                GatewayProcess hung = GatewayProcess.start(all.bootstrapServers(), workers, "share")) {
            SlowBoards.createBoards(all.bootstrapServers());
            await().atMost(PATIENCE).until(() -> log.commits() >= SlowBoards.BOARDS / 2);
            hung.hang();
            try (GatewayProcess other = GatewayProcess.start(all.bootstrapServers(), workers, "share")) {
                assertThat(other).isNotNull();
                await().atMost(PATIENCE).until(() -> log.completed() == SlowBoards.BOARDS);
                hung.wake();
                await().during(Duration.ofSeconds(3))
                        .atMost(PATIENCE)
                        .until(() -> log.completed() == SlowBoards.BOARDS);
            }
            SlowBoards.check(all.connection());
        }
    }

    private static Optional<GatewayProcess> atWork(List<GatewayProcess> gateways) throws IOException {
        for (GatewayProcess gateway : gateways) {
            if (!gateway.journal().open().isEmpty()) {
                return Optional.of(gateway);
            }
        }
        return Optional.empty();
    }
}
