package io.patchboard.standalone.crash;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One kernel or two, one of which is killed at a time and started again at once. */
final class Kernels implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /**
     * A kernel is missed sooner than it can be back, so that the other takes its boards over; and it need not wait long
     * for the killed one's last transaction.
     */
    private static final Map<String, String> SOON_MISSED = Map.of(
            "PATCHBOARD_KAFKA_CONSUMER_SESSION_TIMEOUT_MS", "1500",
            "PATCHBOARD_KAFKA_CONSUMER_HEARTBEAT_INTERVAL_MS", "300",
            "PATCHBOARD_KAFKA_PRODUCER_TRANSACTION_TIMEOUT_MS", "1500");

    private final String bootstrapServers;
    private final Path dir;
    private final Random random;
    private final CrashReport report;
    private final List<KernelProcess> running = new ArrayList<>();
    private Map<String, String> settings = Map.of();
    private int kills;

    Kernels(String bootstrapServers, Path dir, Random random, CrashReport report) throws Exception {
        this.bootstrapServers = bootstrapServers;
        this.dir = dir;
        this.random = random;
        this.report = report;
        running.add(start(0));
    }

    private KernelProcess start(int slot) throws Exception {
        return KernelProcess.start(bootstrapServers, dir.resolve("kernel-" + slot), settings);
    }

    void startSecond() throws Exception {
        if (running.size() == 1) {
            settings = SOON_MISSED;
            running.add(start(1));
        }
    }

    /** Kills one, soon after its start or after it was seen to work, and starts it again. */
    void killOne(Watcher watcher) throws Exception {
        int victim = random.nextInt(running.size());
        Moment moment = Moment.random(random);
        if (!moment.whileStarting()) {
            noteReady(victim, running.get(victim).awaitReady(PATIENCE));
            long before = watcher.entries();
            await("an entry")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> watcher.entries() > before);
        }
        kill(victim, moment);
    }

    /** Kills the first one some times before it can have done anything. */
    void killWhileStarting(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            kill(0, new Moment(true, Duration.ofMillis(500 + random.nextInt(1_000))));
        }
    }

    private void kill(int victim, Moment moment) throws Exception {
        KernelProcess kernel = running.get(victim);
        kernel.killAfter(moment.after());
        kills++;
        report.killed(kernel.isReady());
        running.set(victim, start(victim));
    }

    /** Kills all of them now, and starts them again. */
    void killAll() throws Exception {
        for (int slot = 0; slot < running.size(); slot++) {
            kill(slot, new Moment(false, Duration.ZERO));
        }
    }

    void awaitReady() throws Exception {
        for (int slot = 0; slot < running.size(); slot++) {
            noteReady(slot, running.get(slot).awaitReady(PATIENCE));
        }
    }

    private void noteReady(int slot, Duration afterStart) {
        report.restarted(running.get(slot), running.size() == 1, afterStart);
    }

    int kills() {
        return kills;
    }

    @Override
    public void close() throws InterruptedException {
        for (KernelProcess kernel : running) {
            kernel.close();
        }
    }
}
