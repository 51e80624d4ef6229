package io.patchboard.kernel.app;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what kernels that are gone have left open, so that nobody waits for the broker to do so.
 *
 * <p>A kernel is gone when the group of kernels has missed it. Its open transaction then cannot be committed any more,
 * as the group takes no offsets of those that are out, but holds up all who read what is committed, until the broker
 * misses it as well: 10 s after it began, and up to 10 s more until the broker looks. So each kernel looks by itself
 * and fences the producers of processes that the group does not have, as they would fence themselves if they came back.
 *
 * <p>Kafka Streams names the process in both places: a thread's transactional id is {@code APPLICATION-PROCESS-NUMBER},
 * its consumer's client id {@code APPLICATION-PROCESS-StreamThread-NUMBER-consumer}. If one member of the group has
 * another name, nothing is done. A process that was out and came back between the two questions may be fenced although
 * it is alive; it then begins anew where its last transaction ended, as after any other fencing.
 */
final class AbandonedTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(AbandonedTransactions.class);

    private static final int REQUEST_MILLIS = 5_000;
    private static final int UUID_CHARS = 36;

    private final Admin admin;
    private final String application;

    AbandonedTransactions(Admin admin, String application) {
        this.admin = admin;
        this.application = application;
    }

    /** Looks once, and ends what it finds. */
    void end() throws InterruptedException {
        try {
            Set<String> open = open();
            Set<String> abandoned = open.isEmpty() ? open : abandoned(open, members());
            if (!abandoned.isEmpty()) {
                LOG.info("The transactions of kernels that are gone are ended: {}.", abandoned);
                FenceProducersOptions options = new FenceProducersOptions();
                options.timeoutMs(REQUEST_MILLIS);
                admin.fenceProducers(abandoned, options).all().get();
            }
        } catch (ExecutionException | KafkaException e) {
            LOG.debug("Expected to end transactions of kernels that are gone, but: {}", e.getMessage());
        }
    }

    private Set<String> open() throws ExecutionException, InterruptedException {
        ListTransactionsOptions options = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
        Set<String> open = new TreeSet<>();
        for (TransactionListing one :
                admin.listTransactions(options.timeoutMs(REQUEST_MILLIS)).all().get()) {
            if (process(one.transactionalId(), "", "").isPresent()) {
                open.add(one.transactionalId());
            }
        }
        return open;
    }

    private Collection<String> members() throws ExecutionException, InterruptedException {
        DescribeConsumerGroupsOptions options = new DescribeConsumerGroupsOptions();
        return admin
                .describeConsumerGroups(List.of(application), options.timeoutMs(REQUEST_MILLIS))
                .describedGroups()
                .get(application)
                .get()
                .members()
                .stream()
                .map(MemberDescription::clientId)
                .toList();
    }

    /**
     * Those of processes that are not in the group; none if that cannot be told.
     *
     * @param open transactional ids of kernels
     * @param members client ids of all members of the group
     */
    Set<String> abandoned(Set<String> open, Collection<String> members) {
        Set<String> alive = new HashSet<>();
        for (String member : members) {
            Optional<String> process = process(member, "-StreamThread", "-consumer");
            if (process.isEmpty()) {
                return Set.of();
            }
            alive.add(process.get());
        }
        Set<String> abandoned = new TreeSet<>();
        if (!alive.isEmpty()) {
            for (String id : open) {
                process(id, "", "").filter(process -> !alive.contains(process)).ifPresent(process -> abandoned.add(id));
            }
        }
        return abandoned;
    }

    /** The process in a name {@code APPLICATION-PROCESS}, then what is before, {@code -NUMBER}, and what is after. */
    private Optional<String> process(String name, String before, String after) {
        int begin = application.length() + 1;
        int end = begin + UUID_CHARS;
        if (!name.startsWith(application + "-") || name.length() < end + after.length() || !name.endsWith(after)) {
            return Optional.empty();
        }
        String process = name.substring(begin, end);
        String thread = name.substring(end, name.length() - after.length());
        boolean numbered = thread.startsWith(before + "-") && isNumber(thread.substring(before.length() + 1));
        return numbered && InstanceId.isWhole(process) ? Optional.of(process) : Optional.empty();
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(Character::isDigit);
    }
}
