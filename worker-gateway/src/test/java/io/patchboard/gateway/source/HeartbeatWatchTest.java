package io.patchboard.gateway.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

class HeartbeatWatchTest {

    private final HeartbeatWatch watch = new HeartbeatWatch();

    @Test
    void isStorm_ofManyASecond_andNotOfWhatABrokerAsksFor() {
        assertThat(watch.isStorm()).isFalse();
        assertThat(stormAt(5.0)).isFalse();
        assertThat(stormAt(Double.NaN)).isFalse();
        assertThat(stormAt(40.0)).isTrue();
    }

    @Test
    void metric_isThereInKafkasClient() {
        try (KafkaShareConsumer<byte[], byte[]> consumer = new KafkaShareConsumer<>(
                Map.of("bootstrap.servers", "localhost:1", "group.id", "any"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            assertThat(consumer.metrics().keySet())
                    .anyMatch(name -> name.name().equals("heartbeat-rate")
                            && name.group().equals("consumer-share-coordinator-metrics"));
        }
    }

    private boolean stormAt(double perSecond) {
        MetricName name = new MetricName("heartbeat-rate", "consumer-share-coordinator-metrics", "", Map.of());
        watch.of(Map.of(name, new Metric() {
            @Override
            public MetricName metricName() {
                return name;
            }

            @Override
            public Object metricValue() {
                return perSecond;
            }
        }));
        return watch.isStorm();
    }
}
