package io.patchboard.standalone.children;

import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/**
 * Boards are asked for before they are told to stop. So what ends them is not read before all is that asks for them:
 * who begins behind would stop a board that is not there, and make it then.
 *
 * @param queue the topic of what asks for boards
 */
record Behind(String queue, Consumer<byte[], byte[]> consumer) implements ConsumerRebalanceListener {

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        consumer.pause(partitions.stream().filter(one -> !isQueue(one)).toList());
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        // What was read before this poll was sent and committed before it.
    }

    /** Lets the rest be read as soon as nothing that asks for boards is left; to be called after each poll. */
    void goOn() {
        boolean isThere = consumer.assignment().stream()
                .filter(this::isQueue)
                .allMatch(one -> consumer.currentLag(one).orElse(1) == 0);
        if (isThere && !consumer.paused().isEmpty()) {
            consumer.resume(consumer.paused());
        }
    }

    private boolean isQueue(TopicPartition partition) {
        return partition.topic().equals(queue);
    }
}
