package io.patchboard.gateway;

import io.patchboard.gateway.source.Delivery;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A delivery that tells what was done with it. */
final class FakeDelivery implements Delivery {

    private final ConsumerRecord<byte[], byte[]> record;
    final FakeSource source;
    final CountDownLatch acked = new CountDownLatch(1);
    final CountDownLatch released = new CountDownLatch(1);
    final AtomicReference<Thread> ackedBy = new AtomicReference<>();

    volatile boolean lost;

    /** How often it is lost at first when somebody asks. */
    final AtomicInteger lostAtFirst = new AtomicInteger();

    FakeDelivery(byte[] value, FakeSource source) {
        this.record = new ConsumerRecord<>("fake", 0, 0, null, value);
        this.source = source;
    }

    boolean isAcked() {
        return acked.getCount() == 0;
    }

    boolean isReleased() {
        return released.getCount() == 0;
    }

    @Override
    public ConsumerRecord<byte[], byte[]> record() {
        return record;
    }

    @Override
    public boolean isLost() {
        return lost || lostAtFirst.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    @Override
    public void ack() {
        ackedBy.set(Thread.currentThread());
        if (source.closed.getCount() > 0) {
            source.acksBeforeClose.incrementAndGet();
        }
        acked.countDown();
    }

    @Override
    public void release() {
        if (source.drained.getCount() > 0) {
            source.releasesBeforeDrain.incrementAndGet();
        }
        released.countDown();
    }
}
