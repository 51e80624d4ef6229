package io.patchboard.gateway;

import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.source.InvocationSource;
import io.patchboard.gateway.source.UnusableSourceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A source that gives what a test puts into it, or fails as it is told to. */
final class FakeSource implements InvocationSource {

    final BlockingQueue<FakeDelivery> queue = new LinkedBlockingQueue<>();
    final AtomicInteger polls = new AtomicInteger();
    final AtomicInteger failures = new AtomicInteger();
    final AtomicReference<Error> error = new AtomicReference<>();
    final AtomicReference<UnusableSourceException> refusal = new AtomicReference<>();
    final AtomicInteger acksBeforeClose = new AtomicInteger();
    final AtomicInteger releasesBeforeDrain = new AtomicInteger();
    final CountDownLatch drained = new CountDownLatch(1);
    final CountDownLatch closed = new CountDownLatch(1);

    FakeDelivery deliver(byte[] value) {
        FakeDelivery delivery = new FakeDelivery(value, this);
        queue.add(delivery);
        return delivery;
    }

    @Override
    public List<Delivery> poll(Duration timeout, int max) {
        polls.incrementAndGet();
        if (error.get() != null) {
            throw error.get();
        }
        if (refusal.get() != null) {
            throw refusal.get();
        }
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("not now");
        }
        List<Delivery> taken = new ArrayList<>();
        queue.drainTo(taken, max);
        return taken;
    }

    @Override
    public void drain() {
        drained.countDown();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
