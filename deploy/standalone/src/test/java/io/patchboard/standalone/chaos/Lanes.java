package io.patchboard.standalone.chaos;

import io.patchboard.standalone.chaos.Draws.Surroundings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Faults that come thick and fast: lanes side by side, one for brokers, one for kernels, two for gateways. Of a lane's
 * processes one suffers at a time, and the next fault comes as soon as they are all well again, whatever the other
 * lanes do. So two of three brokers, a kernel and a gateway are left alone at any moment.
 *
 * <p>What comes in a lane is drawn from the seed; how far each has come when they rest is not.
 */
final class Lanes {

    /** @param nodes whom something happens to in it */
    private record Lane(List<String> nodes, Draws draws) {}

    private static final int LONGEST_SECONDS = 10;

    private final List<Lane> lanes;

    Lanes(Random random, Surroundings surroundings) {
        List<String> gateways = Role.GATEWAY.names();
        this.lanes =
                List.of(Role.BROKER.names(), Role.KERNEL.names(), gateways.subList(0, 2), gateways.subList(2, 3))
                        .stream()
                        .map(nodes -> new Lane(
                                nodes, new Draws(new Random(random.nextLong()), nodes, LONGEST_SECONDS, surroundings)))
                        .toList();
    }

    /**
     * Returns when so many faults have come in all lanes together, and the processes of each lane are well.
     *
     * @return what has come
     */
    List<Fault> run(ChaosCluster cluster, int count) throws Exception {
        AtomicInteger left = new AtomicInteger(count);
        Queue<Fault> came = new ConcurrentLinkedQueue<>();
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Lane lane : lanes) {
                running.add(executor.submit(() -> {
                    while (left.getAndDecrement() > 0) {
                        Fault fault = lane.draws().next();
                        try {
                            suffer(cluster, fault, lane.nodes());
                        } catch (Exception | AssertionError e) {
                            left.set(0);
                            throw new IllegalStateException(
                                    "Expected all of " + lane.nodes() + " to be well after " + fault + ", but: " + e,
                                    e);
                        }
                        came.add(fault);
                    }
                    return null;
                }));
            }
        }
        for (Future<?> lane : running) {
            lane.get();
        }
        return List.copyOf(came);
    }

    private static void suffer(ChaosCluster cluster, Fault fault, List<String> nodes) throws Exception {
        long start = System.nanoTime();
        fault.happen(cluster);
        cluster.awaitWell(nodes);
        System.out.printf(
                "%s: over after %d ms%n",
                fault, Duration.ofNanos(System.nanoTime() - start).toMillis());
    }
}
