package io.patchboard.standalone.broker;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.ShareGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.assignor.SimpleAssignor;
import org.apache.kafka.coordinator.group.modern.MemberAssignmentImpl;

/**
 * Kafka's assignor of share groups, without topics of which a member has no partition. Kafka's leaves them in where it
 * takes the last one away; the member's client, which leaves them out, finds that it has not what it was given, and
 * says so with heartbeats one after the other, thousands a second, until it is given something else ({@code
 * docs/decisions/share-lanes.md}). Public because Kafka makes it by its class name.
 */
public final class ShareAssignor implements ShareGroupPartitionAssignor {

    private final SimpleAssignor kafkas = new SimpleAssignor();

    @Override
    public String name() {
        return kafkas.name();
    }

    @Override
    public GroupAssignment assign(GroupSpec group, SubscribedTopicDescriber topics) {
        Map<String, MemberAssignment> members = new HashMap<>();
        kafkas.assign(group, topics).members().forEach((id, assigned) -> {
            Map<Uuid, Set<Integer>> some = new HashMap<>(assigned.partitions());
            some.values().removeIf(Set::isEmpty);
            members.put(id, new MemberAssignmentImpl(some));
        });
        return new GroupAssignment(members);
    }
}
