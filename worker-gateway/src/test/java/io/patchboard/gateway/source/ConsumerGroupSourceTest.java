package io.patchboard.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

final class ConsumerGroupSourceTest {

    private static final TopicPartition P0 = new TopicPartition("patchboard.invocations.llm", 0);
    private static final TopicPartition P1 = new TopicPartition("patchboard.invocations.llm", 1);

    private final AtomicLong nanoTime = new AtomicLong();
    private final List<Map<TopicPartition, OffsetAndMetadata>> syncCommits = new ArrayList<>();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest") {
        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            syncCommits.add(offsets);
            super.commitSync(offsets, timeout);
        }
    };
    private final ConsumerGroupSource source =
            new ConsumerGroupSource(consumer, new InvocationTopics("patchboard.", List.of("llm")), nanoTime::get);

    @Test
    void poll_moreThanWanted_restWaitsAndFetchingPauses() {
        assign(P0);
        add(P0, 0, 5);

        assertThat(positions(poll(2))).containsExactly(0L, 1L);
        assertThat(positions(poll(2))).containsExactly(2L, 3L);
        assertThat(consumer.paused()).containsExactly(P0);
        assertThat(positions(poll(2))).containsExactly(4L);
        add(P0, 5, 6);
        assertThat(positions(poll(2))).containsExactly(5L);
        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    void poll_noRoom_keepsPollingWithoutTaking() {
        assign(P0);
        add(P0, 0, 1);
        assertThat(poll(0)).isEmpty();
        assertThat(consumer.paused()).containsExactly(P0);
        assertThat(positions(poll(1))).containsExactly(0L);
    }

    @Test
    void ack_outOfOrder_commitsUpToTheFirstOpenRecord() {
        assign(P0);
        add(P0, 0, 4);
        List<Delivery> taken = poll(4);

        taken.get(2).ack();
        taken.get(1).ack();
        poll(1);
        assertThat(committed(P0)).isEmpty();

        taken.get(0).ack();
        later(ConsumerGroupSource.COMMIT_INTERVAL);
        poll(1);
        assertThat(committed(P0)).contains(3L);

        taken.get(3).ack();
        later(ConsumerGroupSource.COMMIT_INTERVAL);
        poll(1);
        assertThat(committed(P0)).contains(4L);
    }

    @Test
    void ack_ofTakenRecordsOnly_waitingRecordsAreNotCommitted() {
        assign(P0);
        add(P0, 0, 3);
        poll(1).forEach(Delivery::ack);
        later(ConsumerGroupSource.COMMIT_INTERVAL);
        poll(0);
        assertThat(committed(P0)).contains(1L);
    }

    @Test
    void ack_gapsOfTransactionMarkers_commitsBeyondThem() {
        assign(P0);
        for (long offset : new long[] {0, 2, 5}) {
            add(P0, offset, offset + 1);
        }
        List<Delivery> taken = poll(3);
        taken.get(0).ack();
        later(ConsumerGroupSource.COMMIT_INTERVAL);
        poll(0);
        assertThat(committed(P0)).contains(2L);
        taken.get(1).ack();
        taken.get(2).ack();
        later(ConsumerGroupSource.COMMIT_INTERVAL);
        poll(0);
        assertThat(committed(P0)).contains(6L);
    }

    @Test
    void release_deliveredAgainAfterThePauseAndNotCommitted() {
        assign(P0);
        add(P0, 0, 2);
        List<Delivery> taken = poll(2);
        taken.get(0).release();
        taken.get(0).ack();
        taken.get(1).ack();
        assertThat(poll(2)).isEmpty();

        later(ConsumerGroupSource.REDELIVERY_PAUSE);
        List<Delivery> again = poll(2);
        assertThat(positions(again)).containsExactly(0L);
        assertThat(committed(P0)).isEmpty();

        again.get(0).ack();
        later(ConsumerGroupSource.COMMIT_INTERVAL);
        poll(0);
        assertThat(committed(P0)).contains(2L);
    }

    @Test
    void rebalance_partitionRevoked_commitsWhatIsDoneAndForgetsTheRest() {
        assign(P0, P1);
        add(P0, 0, 4);
        add(P1, 0, 1);
        List<Delivery> taken = poll(3);
        List<Delivery> ofP0 = taken.stream()
                .filter(delivery -> delivery.position().startsWith(P0.toString()))
                .toList();
        ofP0.get(0).ack();

        consumer.rebalance(List.of(P1));

        assertThat(syncCommits).containsExactly(Map.of(P0, new OffsetAndMetadata(1)));
        ofP0.get(1).ack();
        ofP0.get(1).release();
        later(ConsumerGroupSource.REDELIVERY_PAUSE);
        List<Delivery> rest = poll(10);
        assertThat(rest).allSatisfy(delivery -> assertThat(delivery.position()).startsWith(P1.toString()));
        assertThat(rest.size() + taken.size() - ofP0.size()).isEqualTo(1);
        source.close();
        assertThat(syncCommits).containsExactly(Map.of(P0, new OffsetAndMetadata(1)));
    }

    @Test
    void rebalance_partitionComesBack_oldAcknowledgementsDoNotCountForTheNewDelivery() {
        assign(P0);
        add(P0, 0, 1);
        Delivery old = poll(1).get(0);
        assertThat(old.isLost()).isFalse();
        consumer.rebalance(List.of());
        assertThat(old.isLost()).isTrue();
        consumer.rebalance(List.of(P0));
        consumer.seek(P0, 0);
        add(P0, 0, 1);
        Delivery fresh = poll(1).get(0);

        assertThat(old.isLost()).isTrue();
        assertThat(fresh.isLost()).isFalse();

        old.ack();
        later(ConsumerGroupSource.COMMIT_INTERVAL);
        poll(0);
        assertThat(committed(P0)).isEmpty();

        fresh.ack();
        poll(0);
        assertThat(committed(P0)).contains(1L);
    }

    @Test
    void close_commitsWhatIsDone() {
        assign(P0);
        add(P0, 0, 2);
        poll(2).get(0).ack();
        source.close();
        assertThat(consumer.closed()).isTrue();
        assertThat(syncCommits).containsExactly(Map.of(P0, new OffsetAndMetadata(1)));
    }

    @Test
    void poll_consumerFails_nextPollGoesOn() {
        assign(P0);
        add(P0, 0, 1);
        consumer.setPollException(new KafkaException("not now"));
        try {
            poll(1);
        } catch (KafkaException expected) {
            assertThat(expected).hasMessage("not now");
        }
        assertThat(positions(poll(1))).containsExactly(0L);
    }

    @Test
    void subscribe_noQueues_byPatternOfThePrefixOnly() {
        MockConsumer<byte[], byte[]> all = new MockConsumer<>("earliest");
        for (String topic :
                List.of("p.invocations.a", "p.invocations.b", "pxinvocations.c", "p.committed", "p.invocations.")) {
            all.updatePartitions(topic, List.of(new PartitionInfo(topic, 0, Node.noNode(), new Node[0], new Node[0])));
        }
        new ConsumerGroupSource(all, new InvocationTopics("p.", List.of()), nanoTime::get);
        assertThat(all.subscription()).containsExactlyInAnyOrder("p.invocations.a", "p.invocations.b");
        assertThat(consumer.subscription()).isEqualTo(Set.of("patchboard.invocations.llm"));
    }

    @Test
    void settings_ofTheUser_areStronger_butForWhatWouldCountThingsTwiceOrPassThemOver() {
        Map<String, String> given = Map.of(
                "session.timeout.ms", "45000",
                "max.poll.interval.ms", "7000",
                "group.protocol", "consumer",
                "group.id", "mine",
                "enable.auto.commit", "true",
                "isolation.level", "read_uncommitted",
                "auto.offset.reset", "latest");

        assertThat(settings(given, GroupProtocol.CLASSIC))
                .containsEntry("session.timeout.ms", "45000")
                .containsEntry("max.poll.interval.ms", "7000")
                .containsEntry("group.protocol", "classic")
                .containsEntry("group.id", "editors")
                .containsEntry("enable.auto.commit", "false")
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("auto.offset.reset", "earliest");
    }

    @Test
    void settings_ofAClassicGroup_areNothingThatTheNewerProtocolRefuses() {
        Map<String, String> given = Map.of(
                "session.timeout.ms", "45000",
                "heartbeat.interval.ms", "3000",
                "partition.assignment.strategy", RangeAssignor.class.getName());

        try (KafkaConsumer<byte[], byte[]> taken = new KafkaConsumer<>(
                settings(given, GroupProtocol.CONSUMER), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            assertThat(taken.groupMetadata().groupId()).isEqualTo("editors");
        }
    }

    private static Map<String, Object> settings(Map<String, String> given, GroupProtocol protocol) {
        KafkaConnection connection = new KafkaConnection("127.0.0.1:1", given, new Topics("p."));
        return ConsumerGroupSource.settings(
                new SourceConfig(connection, "editors", SourceKind.CONSUMER, List.of(), 8, 8), protocol);
    }

    private void assign(TopicPartition... partitions) {
        consumer.rebalance(List.of(partitions));
        for (TopicPartition partition : partitions) {
            consumer.updateBeginningOffsets(Map.of(partition, 0L));
        }
    }

    private void add(TopicPartition partition, long from, long to) {
        for (long offset = from; offset < to; offset++) {
            consumer.addRecord(new ConsumerRecord<>(
                    partition.topic(),
                    partition.partition(),
                    offset,
                    new byte[0],
                    Long.toString(offset).getBytes(StandardCharsets.UTF_8)));
        }
    }

    private List<Delivery> poll(int max) {
        return source.poll(Duration.ZERO, max);
    }

    private void later(Duration duration) {
        nanoTime.addAndGet(duration.toNanos());
    }

    private Optional<Long> committed(TopicPartition partition) {
        return Optional.ofNullable(consumer.committed(Set.of(partition)).get(partition))
                .map(OffsetAndMetadata::offset);
    }

    private static List<Long> positions(List<Delivery> deliveries) {
        return deliveries.stream()
                .map(delivery -> Long.parseLong(new String(delivery.value(), StandardCharsets.UTF_8)))
                .toList();
    }
}
