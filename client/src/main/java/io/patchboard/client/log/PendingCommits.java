package io.patchboard.client.log;

import io.patchboard.client.KafkaConnection;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

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
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** While the broker has not read yet which transactions there are, it names none. */
    private boolean areThere() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = ends();
        if (offsets(ends, IsolationLevel.READ_COMMITTED).equals(offsets(ends, IsolationLevel.READ_UNCOMMITTED))) {
            return false;
        }
        Collection<TransactionListing> unended = admin.listTransactions(
                        new ListTransactionsOptions().filterStates(UNENDED))
                .all()
                .get();
        return unended.isEmpty() || unended.stream().anyMatch(one -> one.state() != TransactionState.ONGOING);
    }

    private Map<TopicPartition, OffsetSpec> ends() throws ExecutionException, InterruptedException {
        Set<String> names = admin.listTopics().names().get().stream()
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toSet());
        return admin.describeTopics(names).allTopicNames().get().values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    }

    private Map<TopicPartition, Long> offsets(Map<TopicPartition, OffsetSpec> ends, IsolationLevel level)
            throws ExecutionException, InterruptedException {
        return admin.listOffsets(ends, new ListOffsetsOptions(level)).all().get().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, end -> end.getValue().offset()));
    }
}
