package io.patchboard.standalone.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.source.InvocationSource;
import io.patchboard.gateway.source.SourceConfig;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.gateway.source.Sources;
import io.patchboard.record.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.common.GroupType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which source is taken, by what the broker supports. */
@Tag("long")
final class FallbackTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path dir;

    private QueueRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = QueueRig.start(dir, 1);
    }

    @AfterEach
    void stop() throws Exception {
        rig.close();
    }

    @Test
    void auto_takesWhatTheBrokerSupports_inOrder() throws Exception {
        assertThat(typeTakenBy(SourceKind.AUTO, "a")).isEqualTo(GroupType.SHARE);
        disable("share.version");
        assertThat(typeTakenBy(SourceKind.AUTO, "b")).isEqualTo(GroupType.CONSUMER);
        disable("group.version");
        assertThat(typeTakenBy(SourceKind.AUTO, "c")).isEqualTo(GroupType.CLASSIC);
    }

    @Test
    void explicitChoice_notSupported_replacedByWhatComesNext() throws Exception {
        disable("share.version");
        assertThat(typeTakenBy(SourceKind.SHARE, "a")).isEqualTo(GroupType.CONSUMER);
        disable("group.version");
        assertThat(typeTakenBy(SourceKind.SHARE, "b")).isEqualTo(GroupType.CLASSIC);
        assertThat(typeTakenBy(SourceKind.CONSUMER, "c")).isEqualTo(GroupType.CLASSIC);
    }

    @Test
    void explicitChoice_supported_taken() throws Exception {
        assertThat(typeTakenBy(SourceKind.CONSUMER, "a")).isEqualTo(GroupType.CONSUMER);
        assertThat(typeTakenBy(SourceKind.CLASSIC, "b")).isEqualTo(GroupType.CLASSIC);
        // The name of a consumer group is no obstacle to a share group.
        assertThat(typeTakenBy(SourceKind.SHARE, "b")).isEqualTo(GroupType.SHARE);
    }

    @Test
    void auto_othersAreInTheConsumerGroup_joinsThem() throws Exception {
        try (InvocationSource classic = Sources.open(config(SourceKind.CLASSIC, "g"));
                InvocationSource auto = Sources.open(config(SourceKind.AUTO, "g"))) {
            await().atMost(PATIENCE).until(() -> {
                classic.poll(Duration.ofMillis(100), 8);
                return members("g") == 1;
            });
            await().atMost(PATIENCE).until(() -> {
                classic.poll(Duration.ofMillis(100), 8);
                auto.poll(Duration.ofMillis(100), 8);
                return members("g") == 2;
            });
            assertThat(isShare("g")).isFalse();
        }
        await().atMost(PATIENCE).until(() -> members("g") == 0);
        assertThat(typeTakenBy(SourceKind.AUTO, "g")).isEqualTo(GroupType.SHARE);
    }

    @Test
    void broker_cannotBeReached_findsNothingAndTriesAgain() {
        SourceConfig nowhere = new SourceConfig(
                new KafkaConnection(
                        "127.0.0.1:1",
                        Map.of("default.api.timeout.ms", "1000", "request.timeout.ms", "500"),
                        new Topics(Topics.DEFAULT_PREFIX)),
                "g",
                SourceKind.AUTO,
                List.of(),
                8,
                8);
        try (InvocationSource source = Sources.open(nowhere)) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThat(source.poll(Duration.ZERO, 1)).isEmpty();
            }
        }
    }

    private GroupType typeTakenBy(SourceKind kind, String group) throws Exception {
        rig.invite("w", group + "-" + kind).get();
        try (InvocationSource source = Sources.open(config(kind, group))) {
            List<Delivery> taken = new ArrayList<>();
            await().atMost(PATIENCE).until(() -> {
                taken.addAll(source.poll(Duration.ofMillis(200), 8));
                return !taken.isEmpty();
            });
            String name = isShare(group) ? group + "-share" : group;
            return rig.admin().listGroups().all().get().stream()
                    .filter(listing -> listing.groupId().equals(name))
                    .findAny()
                    .flatMap(GroupListing::type)
                    .orElseThrow();
        }
    }

    private SourceConfig config(SourceKind kind, String group) {
        return new SourceConfig(KafkaConnection.to(rig.bootstrapServers()), group, kind, List.of(), 8, 8);
    }

    private int members(String group) throws Exception {
        boolean there = rig.admin().listGroups().all().get().stream()
                .anyMatch(listing -> listing.groupId().equals(group));
        return there
                ? rig.admin()
                        .describeConsumerGroups(List.of(group))
                        .all()
                        .get()
                        .get(group)
                        .members()
                        .size()
                : 0;
    }

    private boolean isShare(String group) throws Exception {
        return rig.admin().listGroups().all().get().stream()
                .map(GroupListing::groupId)
                .anyMatch((group + "-share")::equals);
    }

    private void disable(String feature) throws Exception {
        FeatureUpdate off = new FeatureUpdate((short) 0, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
        rig.admin()
                .updateFeatures(Map.of(feature, off), new UpdateFeaturesOptions())
                .all()
                .get();
        await().atMost(PATIENCE)
                .until(() -> Optional.ofNullable(rig.admin()
                                .describeFeatures()
                                .featureMetadata()
                                .get()
                                .finalizedFeatures()
                                .get(feature))
                        .isEmpty());
    }
}
