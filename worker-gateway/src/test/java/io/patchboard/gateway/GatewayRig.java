package io.patchboard.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.limit.FleetLimits;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.runner.Checkpoints;
import io.patchboard.gateway.runner.llm.tool.Trajectories;
import io.patchboard.gateway.submit.ProposalEncoder;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.record.Topics;
import io.patchboard.tracing.Tracing;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A gateway between a source and a producer that a test has in its hands. */
abstract class GatewayRig {

    int maxParked = 100;
    Map<String, String> properties = Map.of();
    FleetLimits limits = FleetLimits.none();
    Tracing tracing = Tracing.off();
    final MeterRegistry meters = new SimpleMeterRegistry();
    final FakeSource source = new FakeSource();

    final MockProducer<String, byte[]> producer =
            new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());

    static WorkerBinding given(Worker worker) {
        return WorkerBinding.Given.of(worker);
    }

    Gateway gateway(Map<String, WorkerBinding> workers, int maxInFlight, Duration grace) {
        GatewayConfig config = GatewayConfig.builder(
                        new KafkaConnection("unused:1", properties, new Topics(Topics.DEFAULT_PREFIX)), workers)
                .maxInFlight(maxInFlight)
                .maxParked(maxParked)
                .drainGrace(grace)
                .meters(meters)
                .tracing(tracing)
                .build();
        Clock clock = Clock.systemUTC();
        return new Gateway(
                        source,
                        Runners.of(
                                workers,
                                List.of(),
                                Callbacks.none(),
                                clock,
                                maxInFlight,
                                Trajectories.NOWHERE,
                                Checkpoints.NOWHERE,
                                limits),
                        new ProposalSubmitter(producer, "patchboard.proposals", ProposalEncoder.json()),
                        limits,
                        config,
                        clock)
                .started();
    }
}
