package io.patchboard.gateway.source;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record that a lane holds. What becomes of it is told to the lane, which alone may use its consumer. */
final class ShareDelivery implements Delivery {

    /** What the lane is told. */
    enum Outcome {
        DONE,
        NOT_DONE
    }

    private final ConsumerRecord<byte[], byte[]> record;
    private final ShareLane lane;
    private final AtomicBoolean settled = new AtomicBoolean();
    private volatile boolean lost;

    ShareDelivery(ConsumerRecord<byte[], byte[]> record, ShareLane lane) {
        this.record = record;
        this.lane = lane;
    }

    @Override
    public ConsumerRecord<byte[], byte[]> record() {
        return record;
    }

    @Override
    public boolean isLost() {
        return lost || lane.hasEnded();
    }

    /** Its lock has ended. */
    void lose() {
        lost = true;
    }

    @Override
    public void ack() {
        settle(Outcome.DONE);
    }

    @Override
    public void release() {
        settle(Outcome.NOT_DONE);
    }

    private void settle(Outcome outcome) {
        if (settled.compareAndSet(false, true)) {
            lane.settled(this, outcome);
        }
    }
}
