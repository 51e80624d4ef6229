package io.patchboard.standalone.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.source.SourceKind;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Order(1) // takes long, so it begins first
@Tag("long")
final class ShareGroupTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String GROUP = "g";
    private static final ConfigResource SETTINGS = new ConfigResource(ConfigResource.Type.GROUP, "g-share");

    @TempDir
    private Path dir;

    private final CountDownLatch finish = new CountDownLatch(1);
    private final AtomicInteger slowCalls = new AtomicInteger();
    private final List<Gateway> gateways = new ArrayList<>();
    private QueueRig rig;

    @AfterEach
    void stop() throws Exception {
        finish.countDown();
        gateways.forEach(Gateway::close);
        rig.close();
    }

    @Test
    void slowInvocations_oneByOne_neverHoldUpAQuickOneOnTheirPartition() throws Exception {
        rig = QueueRig.start(dir, 1);
        gateway(builder());
        for (int i = 0; i < 12; i++) {
            String slow = "s-" + i;
            int before = i;
            rig.invite("slow", slow);
            await().atMost(PATIENCE).until(() -> slowCalls.get() == before + 1);
            rig.invite("quick", "q-" + i);
            String quick = "q-" + i;
            await().atMost(PATIENCE).until(() -> rig.isAnswered(quick));
        }
        finish.countDown();
        await().atMost(PATIENCE).until(() -> rig.answers().size() == 24);
        assertThat(slowCalls).hasValue(12);
    }

    @Test
    void locks_areRenewed_whileASlowWorkerWorksAndOthersWait() throws Exception {
        rig = QueueRig.start(dir, 1);
        lockFor(Duration.ofSeconds(1));
        Gateway first = gateway(builder().maxInFlight(2));
        for (int i = 0; i < 20; i++) {
            rig.invite("slow", "s-" + i);
        }
        await().atMost(PATIENCE).until(() -> first.inFlight() == 2 && first.parked() == 18);
        // It gets whatever is not locked: something else, and then nothing for the time of several locks.
        AtomicInteger probes = new AtomicInteger();
        Map<String, WorkerBinding> workers = workers();
        workers.put("quick", WorkerBinding.Given.of(invocation -> {
            probes.incrementAndGet();
            return Answer.nothing();
        }));
        gateway(builder(workers));
        await().atMost(PATIENCE).until(() -> {
            rig.invite("quick", "probe-" + System.nanoTime());
            rig.answers();
            return probes.get() > 0;
        });
        await().during(Duration.ofSeconds(5)).atMost(PATIENCE).until(() -> slowCalls.get() == 2);
        finish.countDown();
        await().atMost(PATIENCE).until(() -> slowCalls.get() == 20);
        await().atMost(PATIENCE).until(() -> IntStream.range(0, 20).allMatch(i -> rig.isAnswered("s-" + i)));
    }

    @Test
    void settings_ofTheGroup_areSetBeforeTheFirstPoll() throws Exception {
        rig = QueueRig.start(dir, 1);
        rig.invite("quick", "before-the-start");
        gateway(builder());
        await().atMost(PATIENCE).until(() -> rig.isAnswered("before-the-start"));
        Config config =
                rig.admin().describeConfigs(List.of(SETTINGS)).all().get().get(SETTINGS);
        assertThat(config.get("share.isolation.level").value()).isEqualTo("read_committed");
        assertThat(config.get("share.auto.offset.reset").value()).isEqualTo("earliest");
    }

    @Test
    void queues_createdLater_areFound() throws Exception {
        rig = QueueRig.start(dir, 1);
        gateway(builder());
        rig.invite("quick", "first");
        await().atMost(PATIENCE).until(() -> rig.isAnswered("first"));
        rig.create("patchboard.invocations.later", 3);
        rig.invite("patchboard.invocations.later", "quick", "second");
        await().atMost(PATIENCE).until(() -> rig.isAnswered("second"));
    }

    @Test
    void moreGatewaysThanPartitions_allGetWork() throws Exception {
        rig = QueueRig.start(dir, 1);
        List<AtomicInteger> answered = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            counting(answered);
        }
        AtomicInteger sent = new AtomicInteger();
        awaitWork(sent, answered, 3);
        await().atMost(PATIENCE).until(() -> rig.answers().size() == sent.get());
    }

    @Test
    void close_givesBackWhatIsNotDone_toAnotherAtOnce() throws Exception {
        rig = QueueRig.start(dir, 1);
        Gateway first = gateway(builder().maxInFlight(2).drainGrace(Duration.ofMillis(100)));
        for (int i = 0; i < 10; i++) {
            rig.invite("slow", "s-" + i);
        }
        await().atMost(PATIENCE).until(() -> first.inFlight() == 2 && first.parked() == 8);
        gateway(builder(Map.of("slow", WorkerBinding.Given.of(invocation -> Answer.nothing()))));
        first.close();
        // Sooner than the locks run out, which they do after 30 s.
        await().atMost(Duration.ofMinutes(5)).until(() -> rig.answers().size() == 10);
    }

    @Test
    void close_longGrace_whatIsParkedGoesToAnotherAtOnce() throws Exception {
        rig = QueueRig.start(dir, 1);
        Gateway first = gateway(builder().maxInFlight(2).drainGrace(Duration.ofMinutes(2)));
        for (int i = 0; i < 10; i++) {
            rig.invite("slow", "s-" + i);
        }
        await().atMost(PATIENCE).until(() -> first.inFlight() == 2 && first.parked() == 8);
        gateway(builder(Map.of("slow", WorkerBinding.Given.of(invocation -> Answer.nothing()))));
        Thread closing = new Thread(first::close);
        closing.start();
        await().atMost(Duration.ofMinutes(5)).until(() -> rig.answers().size() == 8);
        assertThat(first.inFlight()).isEqualTo(2);
        finish.countDown();
        await().atMost(PATIENCE).until(() -> rig.answers().size() == 10);
        closing.join();
    }

    @Test
    void groupIsFull_everyGatewayWithAMemberWorks_andAnotherOnceOneLeaves() throws Exception {
        rig = QueueRig.start(dir, 8, Map.of("group.share.max.size", "4"));
        List<AtomicInteger> answered = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            counting(answered);
        }
        AtomicInteger sent = new AtomicInteger();
        awaitWork(sent, answered, 2);
        counting(answered);
        gateways.get(0).close();
        awaitWork(sent, answered, 3);
        await().atMost(PATIENCE).until(() -> rig.answers().size() == sent.get());
    }

    @Test
    void brokerRestarts_whatRunsIsNotRunAgain() throws Exception {
        rig = QueueRig.start(dir, 1);
        lockFor(Duration.ofSeconds(3));
        gateway(builder());
        rig.invite("slow", "s").get();
        await().atMost(PATIENCE).until(() -> slowCalls.get() == 1);
        rig.restart(dir);
        rig.invite("quick", "q").get();
        await().atMost(PATIENCE).until(() -> rig.isAnswered("q"));
        await().during(Duration.ofSeconds(8)).atMost(PATIENCE).until(() -> slowCalls.get() == 1);
        finish.countDown();
        await().atMost(PATIENCE).until(() -> rig.isAnswered("s"));
    }

    private void lockFor(Duration lock) throws Exception {
        rig.admin()
                .incrementalAlterConfigs(Map.of(
                        SETTINGS,
                        List.of(new AlterConfigOp(
                                new ConfigEntry("share.record.lock.duration.ms", Long.toString(lock.toMillis())),
                                AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    private void counting(List<AtomicInteger> answered) {
        AtomicInteger mine = new AtomicInteger();
        answered.add(mine);
        Worker count = invocation -> {
            mine.incrementAndGet();
            return Answer.nothing();
        };
        gateway(builder(Map.of("quick", WorkerBinding.Given.of(count))));
    }

    private void awaitWork(AtomicInteger sent, List<AtomicInteger> answered, int gateways) {
        await().atMost(PATIENCE).until(() -> {
            for (int i = 0; i < 50; i++) {
                rig.invite("quick", "n-" + sent.incrementAndGet());
            }
            rig.answers();
            return answered.stream().filter(count -> count.get() > 0).count() == gateways;
        });
    }

    private GatewayConfig.Builder builder() {
        return builder(workers());
    }

    private Map<String, WorkerBinding> workers() {
        Worker slow = invocation -> {
            slowCalls.incrementAndGet();
            finish.await();
            return Answer.nothing();
        };
        Map<String, WorkerBinding> workers = new HashMap<>();
        workers.put("slow", new WorkerBinding.Given(slow, Duration.ofMinutes(5)));
        workers.put("quick", WorkerBinding.Given.of(invocation -> Answer.nothing()));
        return workers;
    }

    private GatewayConfig.Builder builder(Map<String, WorkerBinding> workers) {
        return GatewayConfig.builder(KafkaConnection.to(rig.bootstrapServers()), workers)
                .groupId(GROUP)
                .source(SourceKind.SHARE);
    }

    private Gateway gateway(GatewayConfig.Builder config) {
        Gateway gateway = Gateway.start(config.build());
        gateways.add(gateway);
        return gateway;
    }
}
