package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Commits that were acknowledged and cannot be read yet. Kafka acknowledges a commit before it has marked its end in
 * each partition, and goes on with that at the next start if it is stopped in between. Until then nobody who reads what
 * is committed gets there, so somebody who starts a broker to read what is there would miss the latest of it.
 */
public final class PendingCommits {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Set<TransactionState> UNENDED =
            Set.of(TransactionState.ONGOING, TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT);

    private final Admin admin;
    private final String prefix;

    private PendingCommits(Admin admin, String prefix) {
        this.admin = admin;
        this.prefix = prefix;
    }

    /**
     * Waits until what is committed in the topics of a cluster can be read. What somebody has begun and not committed
     * is not waited for.
     *
     * @throws KafkaException if Kafka does not answer, or refuses to
     */
    public static void await(KafkaConnection connection) {
        Duration patience = connection.patience(PATIENCE);
        Deadline deadline = Deadline.in(patience);
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-pending-commits", patience))) {
            PendingCommits pending =
                    new PendingCommits(admin, connection.topics().prefix());
            while (pending.areThere() && !deadline.passed()) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** While the broker has not read yet which transactions there are, it names none. */
    private boolean areThere() {
        List<TopicPartition> partitions = partitions();
        if (Offsets.latest(admin, partitions, IsolationLevel.READ_COMMITTED)
                .equals(Offsets.latest(admin, partitions, IsolationLevel.READ_UNCOMMITTED))) {
            return false;
        }
        Collection<TransactionListing> unended =
                Offsets.get(admin.listTransactions(new ListTransactionsOptions().filterStates(UNENDED))
                        .all());
        return unended.isEmpty() || unended.stream().anyMatch(one -> one.state() != TransactionState.ONGOING);
    }

    private List<TopicPartition> partitions() {
        List<String> names = Offsets.get(admin.listTopics().names()).stream()
                .filter(name -> name.startsWith(prefix))
                .toList();
        return Offsets.get(admin.describeTopics(names).allTopicNames()).values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
    }
}
