package io.patchboard.bench.service;

import io.patchboard.bench.load.Load;
import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One of the kernels of a side is killed under load, and stays away until the others have done all that was sent. */
public final class Takeover {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long SOON_NANOS = 100_000_000;

    /** Sent in four seconds, a quarter of it before the kill. */
    private static final int SENT = 400;

    private static final long APART_NANOS = 4_000_000_000L / SENT;

    private final Rig rig;
    private final Side side;
    private final int processes;

    /** Outcomes that came together with those that were waited for. */
    private int ahead;

    public Takeover(Rig rig, Side side, int processes) {
        this.rig = rig;
        this.side = side;
        this.processes = processes;
    }

    /** Waits until each stream thread of all kernels has a part of the work. */
    public void awaitShared() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!rig.isShared(new Topics(side.prefix()).kernelGroup(), processes)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("Expected " + processes + " kernels to share the work.");
            }
            LockSupport.parkNanos(SOON_NANOS);
        }
    }

    /**
     * Kills one, and starts it again in the end.
     *
     * @return from the kill until the last outcome is seen, in nanoseconds; at least the three seconds for which
     *     records are sent after it
     */
    public long kill(int victim, Load load) {
        Thread sender = Thread.ofPlatform().daemon().name("bench-sender").start(() -> send(load));
        await(SENT / 4);
        long begin = System.nanoTime();
        side.kill(victim);
        await(SENT - SENT / 4);
        long end = System.nanoTime();
        join(sender);
        side.restart(victim);
        return end - begin;
    }

    private void send(Load load) {
        long begin = System.nanoTime();
        for (int i = 0; i < SENT; i++) {
            LockSupport.parkNanos(i * APART_NANOS - (System.nanoTime() - begin));
            ProducerRecord<byte[], byte[]> record = load.next(i);
            side.send(record.topic(), record.key(), record.value());
        }
        side.flush();
    }

    private void await(int outcomes) {
        int seen = ahead;
        while (seen < outcomes) {
            seen += side.next().count();
        }
        ahead = seen - outcomes;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a load ended.", e);
        }
    }
}
