package io.patchboard.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.record.LogEntry;
import io.patchboard.record.ProposalKey;
import io.patchboard.standalone.chaos.Draws.Surroundings;
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
import java.io.IOException;
import java.nio.file.Path;
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
    private static final int ROUNDS = Integer.getInteger("patchboard.chaos.rounds", 40);
    private static final long SEED = Long.getLong("patchboard.chaos.seed", System.nanoTime());
    private static final String ONLY = System.getProperty("patchboard.chaos.only", "");
    private static final boolean CLOCKS = Boolean.parseBoolean(System.getProperty("patchboard.chaos.clocks", "true"));

    private static final int FAULTS_TO_A_REST = 40;

    /** Of {@link CrashBlueprint}; the gateways serve it, and nobody else. */
    private static final String OF_GATEWAYS = "checker";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS) // what the processes said is in it
    private Path dir;

    private final Random random = new Random(SEED);
    private final ChaosReport report = new ChaosReport();
    private String step = "the cluster started";

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS) // whatever may not come is waited for with Waits
    void badNight_losesNothing_doublesNothing_andKeepsWhatWasSeen() throws Exception {
        assumeTrue(FAULTS > 0, "Skipped: -Dpatchboard.chaos.faults says how many faults there are to be.");
        Optional<String> obstacle = Network.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "Skipped: " + obstacle.get());
        System.out.printf(
                "Faults: %d, seed %d (-Dpatchboard.chaos.faults, -Dpatchboard.chaos.seed), in %s%n", FAULTS, SEED, dir);
        Clocks clocks = Clocks.in(dir.resolve("clocks"), CLOCKS);
        try (ChaosCluster cluster =
                ChaosCluster.start(dir, clocks, "workers: {checker: {java: slow/checker, concurrency: 4}}\n")) {
            run(cluster, new Surroundings(cluster.network().hosts(), clocks.canJump()));
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "Expected all to go well with seed %d, but after %d faults, while %s: %s"
                            .formatted(SEED, report.faults(), step, e),
                    e);
        }
    }

    private void run(ChaosCluster cluster, Surroundings surroundings) throws Exception {
        Schedule schedule = new Schedule(new Random(random.nextLong()), surroundings);
        Lanes lanes = new Lanes(new Random(random.nextLong()), surroundings);
        String servers = cluster.servers();
        KafkaConnection connection = cluster.connection();
        try (Ledger ledger = new Ledger(servers, new Random(random.nextLong()), connection.properties());
                Ledger beats = new Ledger(servers, new Random(random.nextLong()), connection.properties());
                Workers workers = new Workers(ledger, new Random(random.nextLong()), CrashBlueprint.ENDURING_TIMEOUT);
                Pulse pulse = new Pulse(beats, new Random(random.nextLong()));
                SeenEntries seen = new SeenEntries(connection, pulse::see)) {
            Forks forks = new Forks(connection, ledger, new Random(random.nextLong()));
            FinalCheck check = new FinalCheck(servers, ledger, Waits.PATIENCE);
            pulse.start();
            try (Watcher watcher =
                            new Watcher(connection, invocation -> answer(workers, invocation), ChaosTest::isOfLoad);
                    Approvers approvers = new Approvers(ledger, watcher, new Random(random.nextLong()))) {
                Load load = new Load(ledger, watcher, CrashBlueprint.enduring(), forks, new Random(random.nextLong()));
                while (report.faults() < FAULTS) {
                    int left = FAULTS - report.faults();
                    if (!ONLY.isEmpty()) {
                        round(cluster, schedule.only(ONLY), pulse);
                    } else if (report.faults() < ROUNDS) {
                        round(cluster, schedule.round(left), pulse);
                    } else {
                        lanes(cluster, lanes, Math.min(left, FAULTS_TO_A_REST), pulse);
                    }
                    load.check();
                    seen.check();
                    tellSizes(cluster, seen);
                }
                step = "all that was asked for was to be decided";
                load.stop();
                check.awaitOutcomes(watcher, load);
                load.forkOne();
                cluster.killAll(Role.KERNEL); // what they know is now what they restore
                pulse.stop();
                check.endHeld(watcher, load);
            }
            step = "all was checked in the end";
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
        step = "this came: " + round;
        pulse.reset();
        List<Future<?>> faults = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Timed timed : round) {
                faults.add(executor.submit(() -> {
                    TimeUnit.MILLISECONDS.sleep(timed.after().toMillis());
                    timed.fault().happen(cluster);
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
        report.round(round.stream().map(Timed::fault).toList(), pulse.longest());
    }

    /** Until so many faults have come; then all rest, and have to be well. */
    private void lanes(ChaosCluster cluster, Lanes lanes, int count, Pulse pulse) throws Exception {
        step = "lanes of faults went side by side";
        pulse.reset();
        List<Fault> came = lanes.run(cluster, count);
        cluster.awaitWhole();
        pulse.awaitCommits();
        System.out.printf(
                "%d faults side by side: %d ms without a commit%n",
                came.size(), pulse.longest().toMillis());
        report.lanes(came, pulse.longest());
    }

    /** What grows from hour to hour. */
    private void tellSizes(ChaosCluster cluster, SeenEntries seen) throws IOException {
        Runtime memory = Runtime.getRuntime();
        System.out.printf(
                "%d faults in %d s: %d entries seen, %d MB on the brokers' disks, %d MB of heap here%n",
                report.faults(),
                report.elapsed().toSeconds(),
                seen.count(),
                cluster.bytesOnDisks() >> 20,
                (memory.totalMemory() - memory.freeMemory()) >> 20);
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
