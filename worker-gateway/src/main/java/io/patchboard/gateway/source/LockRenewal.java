package io.patchboard.gateway.source;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the locks of records that a share consumer holds.
 *
 * <p>It takes two steps: the renewals are committed and waited for, and a poll that does not wait fetches the renewed
 * records back. In this order the poll finds everything at hand and sends no fetch; one that goes out with the renewals
 * would lock records that nobody looks at until these are settled.
 */
final class LockRenewal {

    private static final Logger LOG = LoggerFactory.getLogger(LockRenewal.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration TIME_FOR_RENEWALS_UNDERWAY = Duration.ofSeconds(1);

    private LockRenewal() {}

    /** @return the records whose locks were renewed; the others are lost, and somebody else will have them */
    static ConsumerRecords<byte[], byte[]> renew(
            ShareConsumer<byte[], byte[]> consumer, Collection<ConsumerRecord<byte[], byte[]>> held)
            throws InterruptedException {
        held.forEach(record -> consumer.acknowledge(record, AcknowledgeType.RENEW));
        try {
            consumer.commitSync(TIMEOUT)
                    .forEach((partition, failure) -> failure.ifPresent(why -> LOG.warn(
                            "Expected to renew locks in {}, but: {}", partition.topicPartition(), why.getMessage())));
        } catch (WakeupException e) {
            // Meant for the poll that brought these. They are on their way, with nobody who waits for them.
            TimeUnit.NANOSECONDS.sleep(TIME_FOR_RENEWALS_UNDERWAY.toNanos());
        }
        ConsumerRecords<byte[], byte[]> renewed = consumer.poll(Duration.ZERO);
        if (renewed.count() < held.size()) {
            LOG.warn(
                    "Expected to hold {} invocations on, but the locks of {} were lost; somebody else will have them too.",
                    held.size(),
                    held.size() - renewed.count());
        }
        return renewed;
    }
}
