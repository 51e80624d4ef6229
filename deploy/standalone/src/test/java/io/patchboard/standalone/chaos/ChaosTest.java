package io.patchboard.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.record.LogEntry;
import io.patchboard.record.ProposalKey;
import io.patchboard.standalone.chaos.Schedule.Timed;
import io.patchboard.standalone.crash.Approvers;
import io.patchboard.standalone.crash.CommittedLog;
import io.patchboard.standalone.crash.CrashAudit;
import io.patchboard.standalone.crash.CrashBlueprint;
import io.patchboard.standalone.crash.FinalCheck;
import io.patchboard.standalone.crash.Forks;
import io.patchboard.standalone.crash.Ledger;
import io.patchboard.standalone.crash.Load;
import io.patchboard.standalone.crash.Watcher;
import io.patchboard.standalone.crash.Workers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bad night: three brokers, two kernels and three gateways, and all that may happen to them, at any moment and
 * several at once. Nothing is lost, nothing happens twice, and what a reader saw is there for ever.
 */
@Tag("long")
final class ChaosTest {

    private static final int FAULTS = Integer.getInteger("patchboard.chaos.faults", 0);
    private static final long SEED = Long.getLong("patchboard.chaos.seed", System.nanoTime());
    private static final String ONLY = System.getProperty("patchboard.chaos.only", "");
    private static final boolean CLOCKS = Boolean.parseBoolean(System.getProperty("patchboard.chaos.clocks", "true"));

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** Of {@link CrashBlueprint}; the gateways serve it, and nobody else. */
    private static final String OF_GATEWAYS = "checker";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS) // what the processes said is in it
    private Path dir;

    private final Random random = new Random(SEED);
    private final ChaosReport report = new ChaosReport();

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS) // whatever may not come is waited for with PATIENCE
    void badNight_losesNothing_doublesNothing_andKeepsWhatWasSeen() throws Exception {
        assumeTrue(FAULTS > 0, "Skipped: -Dpatchboard.chaos.faults says how many faults there are to be.");
        Optional<String> obstacle = Network.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "Skipped: " + obstacle.get());
        System.out.printf(
                "Faults: %d, seed %d (-Dpatchboard.chaos.faults, -Dpatchboard.chaos.seed), in %s%n", FAULTS, SEED, dir);
        Clocks clocks = Clocks.in(dir.resolve("clocks"), CLOCKS);
        try (ChaosCluster cluster =
                ChaosCluster.start(dir, clocks, "workers: {checker: {java: slow/checker, concurrency: 4}}\n")) {
            List<String> hosts = cluster.network().hosts();
            run(cluster, new Schedule(new Random(random.nextLong()), hosts, clocks.canJump()));
        }
    }

    private void run(ChaosCluster cluster, Schedule schedule) throws Exception {
        String servers = cluster.servers();
        KafkaConnection connection = cluster.connection();
        try (Ledger ledger = new Ledger(servers, new Random(random.nextLong()), connection.properties());
                Ledger beats = new Ledger(servers, new Random(random.nextLong()), connection.properties());
                Workers workers = new Workers(ledger, new Random(random.nextLong()), CrashBlueprint.ENDURING_TIMEOUT);
                Pulse pulse = new Pulse(beats, new Random(random.nextLong()), PATIENCE);
                SeenEntries seen = new SeenEntries(connection, pulse::see)) {
            Forks forks = new Forks(connection, ledger, new Random(random.nextLong()));
            FinalCheck check = new FinalCheck(servers, ledger, PATIENCE);
            pulse.start();
            try (Watcher watcher =
                            new Watcher(connection, invocation -> answer(workers, invocation), ChaosTest::isOfLoad);
                    Approvers approvers = new Approvers(ledger, watcher, new Random(random.nextLong()))) {
                Load load = new Load(ledger, watcher, CrashBlueprint.enduring(), forks, new Random(random.nextLong()));
                while (report.faults() < FAULTS) {
                    round(
                            cluster,
                            ONLY.isEmpty() ? schedule.round(FAULTS - report.faults()) : schedule.only(ONLY),
                            pulse);
                    load.check();
                    seen.check();
                }
                load.stop();
                check.awaitOutcomes(watcher, load);
                load.forkOne();
                cluster.killAll(Role.KERNEL); // what they know is now what they restore
                pulse.stop();
                check.endHeld(watcher, load);
            }
            CrashAudit audit = check.settled();
            audit.covers(ledger);
            audit.covers(beats);
            assertThat(check.outcomes().wrong())
                    .as("inputs without one outcome")
                    .isEmpty();
            forks.match(CommittedLog.read(servers));
            audit.boards().forEach((board, facts) -> {
                assertThat(facts.isEnded()).as("%s ended", board).isEqualTo(facts.isCreated());
            });
            seen.areThereStill();
            System.out.println(report.text(SEED, audit, cluster.ownEnds(), seen.count()));
        }
    }

    /** What happens in a round happens side by side; the next one begins when all is well again. */
    private void round(ChaosCluster cluster, List<Timed> round, Pulse pulse) throws Exception {
        pulse.reset();
        List<Future<?>> faults = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Timed timed : round) {
                faults.add(executor.submit(() -> {
                    TimeUnit.MILLISECONDS.sleep(timed.after().toMillis());
                    timed.fault().inject(cluster);
                    TimeUnit.MILLISECONDS.sleep(timed.fault().lasts().toMillis());
                    timed.fault().heal(cluster);
                    return null;
                }));
            }
        }
        for (Future<?> fault : faults) {
            fault.get();
        }
        cluster.awaitWhole();
        pulse.awaitCommits();
        System.out.printf("%s: %d ms without a commit%n", round, pulse.longest().toMillis());
        report.round(round.stream().map(timed -> timed.fault().kind()).toList(), pulse.longest());
    }

    private static void answer(Workers workers, Invocation invocation) {
        if (!invocation.worker().equals(OF_GATEWAYS)) {
            workers.answer(invocation);
        }
    }

    /** Neither the pulse's nor what gateways have proposed. */
    private static boolean isOfLoad(LogEntry entry) {
        boolean isOfGateway = ProposalKey.of(entry.event())
                .flatMap(ProposalKey::worker)
                .filter(OF_GATEWAYS::equals)
                .isPresent();
        return !isOfGateway && !Pulse.isOfPulse(entry.boardId());
    }
}
