package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class StreamsSettingsTest {

    private static KernelConfig config(Map<String, String> given) {
        byte[] secret = "0123456789abcdef".getBytes(StandardCharsets.UTF_8);
        return KernelConfig.builder("localhost:9092", Path.of("unused"), secret)
                .clientProperties(given)
                .build();
    }

    @Test
    void whatIsGivenOfEveryClient_isStrongerThanTheKernelsOwn_ofOneClient() {
        StreamsConfig streams = new StreamsConfig(StreamsSettings.of(
                config(Map.of(
                        "session.timeout.ms", "45000",
                        "request.timeout.ms", "30000",
                        "retry.backoff.ms", "50",
                        "linger.ms", "0",
                        "producer.batch.size", "100")),
                "me"));

        assertThat(streams.getMainConsumerConfigs("g", "c", 0))
                .containsEntry("session.timeout.ms", "45000")
                .containsEntry("request.timeout.ms", "30000")
                .containsEntry("group.instance.id", "me-0");
        assertThat(streams.getProducerConfigs("c"))
                .containsEntry("request.timeout.ms", "30000")
                .containsEntry("linger.ms", "0")
                .containsEntry("batch.size", "100")
                .containsEntry("compression.type", "lz4");
        assertThat(streams.getAdminConfigs("c")).containsEntry("retry.backoff.ms", "50");
    }

    @Test
    void timesOfTheAdministrator_areThoseGiven_andFitTogether() {
        for (Map<String, String> given : List.of(
                Map.<String, String>of(),
                Map.of("request.timeout.ms", "30000"),
                Map.of("default.api.timeout.ms", "90000"))) {
            Map<String, Object> properties = StreamsSettings.ofAdmin(config(given));

            assertThat(properties).containsAllEntriesOf(given);
            Admin.create(properties).close();
        }
    }
}
