package io.patchboard.bench.gateway;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Gateways in this JVM with one worker, which does nothing. */
final class Gateways implements Answering {

    private final AtomicInteger called = new AtomicInteger();
    private final List<Gateway> gateways;

    /**
     * @param count of gateways that share the work
     * @param atOnce invocations at once of each
     * @param thinking how long the worker takes for an answer
     */
    Gateways(KafkaConnection connection, SourceKind source, int count, int atOnce, Duration thinking) {
        Worker worker = invocation -> {
            if (!thinking.isZero()) {
                TimeUnit.NANOSECONDS.sleep(thinking.toNanos());
            }
            called.incrementAndGet();
            return Answer.nothing();
        };
        GatewayConfig config = GatewayConfig.builder(
                        connection, Map.of(QueueSide.WORKER, WorkerBinding.Given.of(worker)))
                .groupId(QueueSide.group(connection))
                .source(source)
                .maxInFlight(atOnce)
                .build();
        gateways =
                IntStream.range(0, count).mapToObj(i -> Gateway.start(config)).toList();
    }

    @Override
    public int answered() {
        return called.get();
    }

    @Override
    public boolean isIdle() {
        return gateways.stream().allMatch(one -> one.inFlight() == 0 && one.parked() == 0);
    }

    @Override
    public void close() {
        gateways.forEach(Gateway::close);
    }
}
