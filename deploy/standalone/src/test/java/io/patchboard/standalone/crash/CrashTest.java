package io.patchboard.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} at random moments: nothing is lost, nothing happens twice.
 *
 * <p>The broker lives here; kernels live in processes of their own. First there is one, then there are two that share
 * the work, so that a killed one comes back to boards that another has gone on with. Kills hit kernels that start,
 * restore and rebalance, and kernels that work. Throughout, requests are sent, good and bad, once and twice, to the
 * right and to the wrong partition, and boards are forked from anywhere in their logs.
 */
@Order(1) // takes long, so it begins first
@Tag("long")
final class CrashTest {

    private static final int KILLS = Integer.getInteger("patchboard.kills", 4);
    private static final long SEED = Long.getLong("patchboard.kills.seed", System.nanoTime());

    /** Of all kills, those while there is one kernel only. */
    private static final double ALONE = 0.6;

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path dir;

    private final Random random = new Random(SEED);
    private final CrashReport report = new CrashReport();

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS) // whatever may not come is waited for with PATIENCE
    void killedAtRandomMoments_losesNothing_andDoublesNothing() throws Exception {
        System.out.printf("Kernel kills: %d, seed %d (-Dpatchboard.kills, -Dpatchboard.kills.seed)%n", KILLS, SEED);
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")))) {
            run(broker.bootstrapServers());
        }
    }

    private void run(String servers) throws Exception {
        try (Kernels kernels = new Kernels(servers, dir, random, report);
                Ledger ledger = new Ledger(servers, new Random(random.nextLong()));
                Workers workers = new Workers(ledger, new Random(random.nextLong()), CrashBlueprint.TIMEOUT)) {
            Forks forks = new Forks(KafkaConnection.to(servers), ledger, new Random(random.nextLong()));
            FinalCheck check = new FinalCheck(servers, ledger, PATIENCE);
            kernels.killWhileStarting(2); // there is nothing yet, not even topics
            kernels.awaitReady();
            try (Watcher watcher = new Watcher(KafkaConnection.to(servers), workers::answer);
                    Approvers approvers = new Approvers(ledger, watcher, new Random(random.nextLong()))) {
                Load load = new Load(ledger, watcher, CrashBlueprint.json(), forks, new Random(random.nextLong()));
                int alone = (int) (KILLS * ALONE);
                while (kernels.kills() < KILLS) {
                    if (kernels.kills() == alone) {
                        kernels.startSecond();
                    }
                    load.check();
                    kernels.killOne(watcher);
                }
                load.stop();
                kernels.awaitReady();
                check.awaitOutcomes(watcher, load);
                load.forkOne();
                kernels.killAll(); // what they know is now what they restore
                kernels.awaitReady();
                check.endHeld(watcher, load);
            }
            CrashAudit audit = check.settled();
            audit.matches(ledger);
            forks.match(CommittedLog.read(servers));
            audit.boards().forEach((board, facts) -> {
                assertThat(facts.isEnded()).as("%s ended", board).isEqualTo(facts.isCreated());
            });
            assertThat(kernels.kills()).isGreaterThanOrEqualTo(KILLS);
            System.out.println(report.text(ledger, audit));
        }
    }
}
