package io.patchboard.gateway.source;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** One record of an invocations topic, to be acknowledged or released. Only the first of the two calls counts. */
public interface Delivery {

    /** The record as it stands in the topic. */
    ConsumerRecord<byte[], byte[]> record();

    /** Its value; empty if it has none. */
    default byte[] value() {
        return record().value() == null ? new byte[0] : record().value();
    }

    /** Topic, partition and offset, for log messages. */
    default String position() {
        return record().topic() + "-" + record().partition() + "@" + record().offset();
    }

    /** Whether somebody else has it now: what is done with it here has no effect any more. */
    default boolean isLost() {
        return false;
    }

    /** Whether somebody else has what was delivered here, once or more often. */
    static boolean areLost(List<Delivery> deliveries) {
        return deliveries.stream().allMatch(Delivery::isLost);
    }

    /** Done with it: it need not be delivered again. Takes effect at one of the next polls. */
    void ack();

    /** Not done with it: deliver it again, here or elsewhere, after a while. Takes effect at one of the next polls. */
    void release();
}
