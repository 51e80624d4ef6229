package io.patchboard.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.Topics;
import io.patchboard.standalone.check.Finding;
import io.patchboard.standalone.check.Finding.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.junit.jupiter.api.Test;

/** What is made of a cluster's answers; {@link DoctorTest} asks a cluster. */
final class FindingsTest {

    @Test
    void brokersThatWaitLongForEachOther_areToldOf() {
        assertThat(Brokers.answers(30_000))
                .isEqualTo(Finding.warn(
                        "answers",
                        "Brokers wait 30000 ms for each other (request.timeout.ms): where one hangs, nothing is committed for"
                                + " as long. With request.timeout.ms=3000 and broker.session.timeout.ms=3000 of all"
                                + " brokers, commits go on within 10 s."));
        assertThat(Brokers.answers(3_000).level()).isEqualTo(Level.pass);
        assertThat(Brokers.answers(new Config(List.of())).text())
                .startsWith("Brokers do not say how long they wait for each other (request.timeout.ms)");
    }

    @Test
    void brokersDisk_isTheFullestOfThem() {
        assertThat(Brokers.disk("Broker 1", List.of(disk(0, 1_000), disk(900, 1_000))))
                .isEqualTo(Finding.fail(
                        "disk",
                        "Broker 1 has 0 MB of room, 0 % of its disk, in the fullest of its directories. The log is"
                                + " kept for ever: make room, or add a broker and move partitions to it."));
        assertThat(Brokers.disk("Broker 1", List.of(disk(900, 1_000))))
                .isEqualTo(Finding.pass("disk", "Broker 1 has 900 MB of room, 90 % of its disk."));
        assertThat(Brokers.disk("Broker 1", List.of()).level()).isEqualTo(Level.warn);
    }

    private static LogDirDescription disk(long freeMegabytes, long allMegabytes) {
        return new LogDirDescription(null, Map.of(), allMegabytes << 20, freeMegabytes << 20);
    }

    @Test
    void check_thatCannotBeMade_saysWhy() throws Exception {
        assertThat(made("answers", told -> {
                    throw new KafkaException("The broker did not answer.");
                }))
                .isEqualTo(Finding.fail("answers", "Expected an answer, but: The broker did not answer."));
        assertThat(made("features", told -> {
                    throw new KafkaException("Expected more.", new ClusterAuthorizationException("Not this user."));
                }))
                .isEqualTo(Finding.warn(
                        "features",
                        "This cannot be seen with these credentials: Not this user. Ask with others, or grant the right"
                                + " to describe."));
        assertThat(Clocks.right(new Topics("p.")))
                .isEqualTo("to write p.commands and transactional ids that begin with p.doctor-");
    }

    private static Finding made(String name, Doctor.Check check) throws Exception {
        List<Finding> findings = new ArrayList<>();
        Doctor.run(new Doctor.Named(name, check), findings::add);
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    @Test
    void clusterWithoutTopics_saysWhoMakesThem() {
        assertThat(TopicsCheck.absent(new Topics("other."), Set.of("bills.committed")))
                .isEqualTo(Finding.warn(
                        "topics",
                        "There are none that begin with \"other.\". A kernel makes them when it starts; if there is one, give"
                                + " its --prefix."));
    }

    @Test
    void clocks_areComparedWithTheTimeThatTheAnswerTook() {
        assertThat(Clocks.finding(1_050, 1_000, 1_100).level()).isEqualTo(Level.pass);
        assertThat(Clocks.finding(3_100, 1_000, 1_100))
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.warn))
                .satisfies(finding -> assertThat(finding.text())
                        .startsWith("The broker's clock is 2000 ms ahead of this machine's. Deadlines"));
        assertThat(Clocks.finding(1_000, 61_000, 61_100).level()).isEqualTo(Level.fail);
        assertThat(Clocks.finding(1_000, 61_000, 61_100).text()).startsWith("The broker's clock is 60000 ms behind");
    }
}
