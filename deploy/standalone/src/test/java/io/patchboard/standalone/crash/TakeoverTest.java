package io.patchboard.standalone.crash;

import static org.awaitility.Awaitility.await;

import io.patchboard.client.KafkaConnection;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Fields;
import io.patchboard.record.PatchProposal;
import io.patchboard.standalone.broker.GuardedBroker;
import io.patchboard.standalone.crash.Ledger.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One of two kernels is killed in the middle of a transaction and stays away: the other ends it and goes on. The broker
 * would not: it is told to look for what was abandoned once a day.
 */
@Tag("long")
final class TakeoverTest {

    private static final String GROUP = "patchboard.kernel";
    private static final int BOARDS = 40; // some in each partition
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path dir;

    private final List<KernelProcess> kernels = new ArrayList<>();
    private int ids;

    @Test
    void oneOfTwoKernelsIsGone_amongItsTransaction_theOtherCommitsOnAllPartitions() throws Exception {
        Map<String, String> never =
                Map.of("transaction.abort.timed.out.transaction.cleanup.interval.ms", Long.toString(86_400_000));
        try (GuardedBroker broker = GuardedBroker.start(dir.resolve("broker"), never)) {
            run(broker.bootstrapServers());
        } finally {
            for (KernelProcess kernel : kernels) {
                kernel.close();
            }
        }
    }

    private void run(String servers) throws Exception {
        for (int i = 0; i < 2; i++) {
            kernels.add(start(servers, i));
            kernels.get(i).awaitReady(PATIENCE);
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers));
                Ledger ledger = new Ledger(servers, new Random(1));
                Watcher watcher = new Watcher(KafkaConnection.to(servers), invoked -> {})) {
            for (int board = 0; board < BOARDS; board++) {
                ledger.command(
                        new CreateBoard("c", "board-" + board, CrashBlueprint.patient(), CrashBlueprint.input(true)));
            }
            for (int victim = 0; victim < 2; victim++) {
                await("two kernels at work").atMost(PATIENCE).until(() -> share(admin));
                killAmongTransaction(victim, admin, ledger);
                note(ledger);
                ledger.flush();
                await("outcomes").atMost(PATIENCE).until(() -> watcher.outcomes() == ledger.requests());
                kernels.set(victim, start(servers, victim));
                kernels.get(victim).awaitReady(PATIENCE);
            }
        }
        CrashAudit.of(CommittedLog.read(servers));
    }

    private KernelProcess start(String servers, int number) throws Exception {
        return KernelProcess.start(servers, home(number), Map.of());
    }

    private Path home(int number) {
        return dir.resolve("kernel-" + number);
    }

    /** Whether both kernels have a part of the work. */
    private static boolean share(Admin admin) throws Exception {
        ConsumerGroupDescription group =
                admin.describeConsumerGroups(List.of(GROUP)).all().get().get(GROUP);
        return group.groupState() == GroupState.STABLE
                && group.members().stream()
                                .filter(member ->
                                        !member.assignment().topicPartitions().isEmpty())
                                .map(member -> member.clientId().replaceAll("-StreamThread-.*", ""))
                                .distinct()
                                .count()
                        == 2;
    }

    /** Has it stand still when its transaction is seen, and looks whether that is still open before it kills. */
    private void killAmongTransaction(int victim, Admin admin, Ledger ledger) throws Exception {
        String process = process(victim);
        KernelProcess kernel = kernels.get(victim);
        AtomicBoolean over = new AtomicBoolean();
        Thread load = Thread.ofVirtual().start(() -> {
            while (!over.get()) {
                note(ledger);
                LockSupport.parkNanos(50_000_000);
            }
        });
        try {
            await("an open transaction")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> {
                        if (isOpen(admin, process)) {
                            kernel.stand();
                            if (isOpen(admin, process)) {
                                return true;
                            }
                            kernel.goOn();
                        }
                        return false;
                    });
            kernel.killAfter(Duration.ZERO);
        } finally {
            over.set(true);
            load.join();
        }
    }

    /** One proposal to each board. */
    private synchronized void note(Ledger ledger) {
        for (int board = 0; board < BOARDS; board++) {
            Json patch = JsonArray.of(JsonObject.builder()
                    .put("op", "add")
                    .put("path", "/notes/-")
                    .put("value", "n")
                    .build());
            ledger.propose(
                    new PatchProposal(
                            "n-" + ids++,
                            "board-" + board,
                            "scribe",
                            Optional.empty(),
                            patch,
                            Optional.empty(),
                            Optional.empty()),
                    Place.RIGHT);
        }
    }

    /** As Kafka Streams names it in the transactional ids of its threads. */
    private String process(int number) throws Exception {
        Path file = home(number).resolve("streams").resolve(GROUP).resolve("kafka-streams-process-metadata");
        return new Fields((JsonObject) JsonReader.parse(Files.readString(file))).string("processId");
    }

    private static boolean isOpen(Admin admin, String process) throws Exception {
        return admin
                .listTransactions(new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING)))
                .all()
                .get()
                .stream()
                .anyMatch(one -> one.transactionalId().contains(process));
    }
}
