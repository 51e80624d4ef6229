package io.patchboard.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.Topics;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaConnectionTest {

    @Test
    void producerConfig_byItself_writesEachOnceAndInOrder() {
        assertThat(KafkaConnection.to("k:1").producerConfig(Map.of("max.block.ms", 5L)))
                .containsEntry("bootstrap.servers", "k:1")
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", true)
                .containsEntry("max.in.flight.requests.per.connection", 1)
                .containsEntry("max.block.ms", 5L);
    }

    @Test
    void producerConfig_ofTheUser_isStronger_butForTheServersAndWhatIsTheRegistrys() {
        KafkaConnection connection = new KafkaConnection(
                "k:1",
                Map.of(
                        "bootstrap.servers", "other:1",
                        "max.block.ms", "7",
                        "max.in.flight.requests.per.connection", "5",
                        "schema.registry.url", "http://registry"),
                new Topics(Topics.DEFAULT_PREFIX));

        assertThat(connection.producerConfig(Map.of("max.block.ms", 5L)))
                .containsEntry("bootstrap.servers", "k:1")
                .containsEntry("max.block.ms", "7")
                .containsEntry("max.in.flight.requests.per.connection", "5")
                .doesNotContainKey("schema.registry.url");
    }

    @Test
    void memberConfig_ofTheUser_isStronger_butForWhatWouldCountThingsTwiceOrPassThemOver() {
        KafkaConnection connection = new KafkaConnection(
                "k:1",
                Map.of(
                        "session.timeout.ms", "20000",
                        "group.id", "mine",
                        "enable.auto.commit", "true",
                        "isolation.level", "read_uncommitted",
                        "auto.offset.reset", "latest"),
                new Topics(Topics.DEFAULT_PREFIX));

        assertThat(connection.memberConfig("boards", Map.of("session.timeout.ms", 10_000, "max.poll.records", 5)))
                .containsEntry("session.timeout.ms", "20000")
                .containsEntry("max.poll.records", 5)
                .containsEntry("group.id", "boards")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("auto.offset.reset", "earliest");
    }
}
