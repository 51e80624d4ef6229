package io.patchboard.gateway.limit;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;

/** How Kafka's group has its leader decide: no partitions are assigned, but what stands beside them is. */
public final class Assignor implements ConsumerPartitionAssignor, Configurable {

    /** Whose value is the {@link Member}. */
    static final String MEMBER = "patchboard.limits.member";

    private Member member;
    private long told;

    /** What a member of the group says and hears. */
    interface Member {

        Map<String, Stake> tell();

        void decided(String id, Map<String, Share> shares);

        /**
         * What all have told, if the leader passes it on; only to who names no limit.
         *
         * @param all absent if the leader does not know how
         */
        default void heard(Optional<List<Told>> all) {}
    }

    @Override
    public void configure(Map<String, ?> configs) {
        member = (Member) configs.get(MEMBER);
    }

    @Override
    public String name() {
        return "patchboard-limits-1";
    }

    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        return Wire.told(Told.here(member.tell()), ++told);
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription subscriptions) {
        SortedMap<String, Told> all = new TreeMap<>();
        subscriptions.groupSubscription().forEach((id, said) -> all.put(id, Wire.told(said.userData())));
        SortedMap<String, Map<String, Stake>> stakes = new TreeMap<>();
        all.forEach((id, told) -> stakes.put(id, told.limits()));
        Map<String, Assignment> assignments = new HashMap<>();
        Decision.of(stakes).forEach((id, shares) -> {
            boolean listens = stakes.get(id).isEmpty();
            assignments.put(id, new Assignment(List.of(), listens ? Wire.all(all.values()) : Wire.shares(shares)));
        });
        return new GroupAssignment(assignments);
    }

    @Override
    public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
        member.decided(metadata.memberId(), Wire.shares(assignment.userData()));
        member.heard(Wire.all(assignment.userData()));
    }
}
