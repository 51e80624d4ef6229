package io.patchboard.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.ShareGroupDescription;
import org.apache.kafka.clients.admin.ShareMemberDescription;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** What is asked and wanted of the brokers as a whole. */
final class ClusterAdmin implements AutoCloseable {

    private static final String KERNELS = new Topics(Topics.DEFAULT_PREFIX).kernelGroup();

    private final Admin admin;
    private final String gatewayGroup;

    ClusterAdmin(String bootstrapServers, String gatewayGroup) {
        this.gatewayGroup = gatewayGroup;
        admin = Admin.create(Map.of(
                "bootstrap.servers", bootstrapServers, "request.timeout.ms", 5_000, "default.api.timeout.ms", 20_000));
    }

    /** The broker that is the active controller. */
    String activeController() {
        AtomicReference<String> leader = new AtomicReference<>();
        Waits.waitFor("a controller").until(() -> {
            int id = admin.describeMetadataQuorum().quorumInfo().get().leaderId();
            leader.set(Role.BROKER.node(id));
            return id >= 0;
        });
        return leader.get();
    }

    /** Every partition gets another leader, unless the brokers are too busy to change that. */
    void electOthers() {
        Waits.waitFor("another leader").until(() -> {
            Map<TopicPartition, Optional<NewPartitionReassignment>> turned = new LinkedHashMap<>();
            for (TopicDescription topic : topics()) {
                for (TopicPartitionInfo partition : topic.partitions()) {
                    List<Integer> copies = new ArrayList<>(
                            partition.replicas().stream().map(node -> node.id()).toList());
                    Collections.rotate(copies, 1);
                    turned.put(
                            new TopicPartition(topic.name(), partition.partition()),
                            Optional.of(new NewPartitionReassignment(copies)));
                }
            }
            admin.alterPartitionReassignments(turned).all().get();
            admin.electLeaders(ElectionType.PREFERRED, turned.keySet())
                    .partitions()
                    .get();
            return true;
        });
    }

    private Collection<TopicDescription> topics() throws Exception {
        return admin.describeTopics(admin.listTopics().names().get().stream().toList())
                .allTopicNames()
                .get()
                .values();
    }

    /** Fails unless all brokers are there and have all of what they are to have. */
    void assertInSync() throws Exception {
        assertThat(admin.describeCluster().nodes().get())
                .hasSize(Role.BROKER.names().size());
        for (TopicDescription topic : topics()) {
            assertThat(topic.partitions())
                    .as(topic.name())
                    .allSatisfy(partition -> assertThat(partition.isr())
                            .hasSize(partition.replicas().size()));
        }
    }

    /** Fails unless the kernels that have these addresses share the work. */
    void assertKernels(List<String> addresses) throws Exception {
        ConsumerGroupDescription group =
                admin.describeConsumerGroups(List.of(KERNELS)).all().get().get(KERNELS);
        assertThat(group.groupState()).as("state of group %s", KERNELS).isEqualTo(GroupState.STABLE);
        assertThat(group.members())
                .extracting(MemberDescription::host)
                .as("members of group %s", KERNELS)
                .containsAll(hosts(addresses));
    }

    /** The same of gateways. */
    void assertGateways(List<String> addresses) throws Exception {
        ShareGroupDescription group =
                admin.describeShareGroups(List.of(gatewayGroup)).all().get().get(gatewayGroup);
        assertThat(group.members())
                .extracting(ShareMemberDescription::host)
                .as("members of group %s", gatewayGroup)
                .containsAll(hosts(addresses));
    }

    /** As brokers write them. */
    private static List<String> hosts(List<String> addresses) {
        return addresses.stream().map(address -> "/" + address).toList();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
