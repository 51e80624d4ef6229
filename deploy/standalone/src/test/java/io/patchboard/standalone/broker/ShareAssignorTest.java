package io.patchboard.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.ShareGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.SimpleAssignor;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.GroupSpecImpl;
import org.apache.kafka.coordinator.group.modern.MemberSubscriptionAndAssignmentImpl;
import org.junit.jupiter.api.Test;

class ShareAssignorTest {

    private static final int PARTITIONS = 4;
    private static final int MEMBERS = 12;
    private static final Set<Uuid> TOPICS = Set.of(new Uuid(1, 1), new Uuid(1, 2));

    @Test
    void assign_whileMembersCome_leavesNoTopicWithoutPartitions() {
        assertThat(leavesTopicsWithoutPartitions(new ShareAssignor())).isFalse();
    }

    /** When this fails, Kafka has mended it, and {@link ShareAssignor} can go. */
    @Test
    void assign_byKafkas_leavesThem() {
        assertThat(leavesTopicsWithoutPartitions(new SimpleAssignor())).isTrue();
    }

    /** Members come one by one; each is told what all others have had before. */
    private static boolean leavesTopicsWithoutPartitions(ShareGroupPartitionAssignor assignor) {
        GroupAssignment now = new GroupAssignment(Map.of());
        boolean left = false;
        for (int members = 1; members <= MEMBERS; members++) {
            Map<String, MemberSubscriptionAndAssignmentImpl> group = new HashMap<>();
            for (int i = 0; i < members; i++) {
                Assignment had = Optional.ofNullable(now.members().get("member-" + i))
                        .map(member -> new Assignment(member.partitions()))
                        .orElse(Assignment.EMPTY);
                group.put(
                        "member-" + i,
                        new MemberSubscriptionAndAssignmentImpl(Optional.empty(), Optional.empty(), TOPICS, had));
            }
            now = assignor.assign(
                    new GroupSpecImpl(group, SubscriptionType.HOMOGENEOUS, Map.of()), new FourPartitionsEach());
            left |= now.members().values().stream()
                    .anyMatch(member -> member.partitions().values().stream().anyMatch(Set::isEmpty));
        }
        return left;
    }

    private static final class FourPartitionsEach implements SubscribedTopicDescriber {

        @Override
        public int numPartitions(Uuid topic) {
            return PARTITIONS;
        }

        @Override
        public Set<String> racksForPartition(Uuid topic, int partition) {
            return Set.of();
        }
    }
}
