package io.patchboard.standalone.doctor;

import io.patchboard.gateway.source.BrokerSupport;
import io.patchboard.standalone.check.Finding;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;

/** How many brokers there are, what they can do, and whether they have room. */
final class Brokers {

    private static final int ENOUGH_PERCENT = 15;
    private static final int TOO_FEW_PERCENT = 3;
    private static final long MEGABYTE = 1024L * 1024;

    private static final String ANSWER = "request.timeout.ms";
    private static final int SOON_MILLIS = 5_000;

    private final Admin admin;

    Brokers(Admin admin) {
        this.admin = admin;
    }

    void present(Consumer<Finding> told) throws ExecutionException, InterruptedException {
        DescribeClusterResult cluster = admin.describeCluster();
        int brokers = cluster.nodes().get().size();
        String found = (brokers == 1 ? "1 broker" : brokers + " brokers") + " of cluster "
                + cluster.clusterId().get();
        told.accept(
                brokers < 3
                        ? Finding.warn(
                                "brokers",
                                found + ". What must survive a broker needs three, each with a copy; for trying out one"
                                        + " is enough.")
                        : Finding.pass("brokers", found + "."));
    }

    void features(Consumer<Finding> told) {
        BrokerSupport support = BrokerSupport.of(admin);
        told.accept(support.share()
                .map(why -> Finding.warn(
                        "features",
                        "Gateways cannot use share groups: " + why
                                + ". They use consumer groups, in which a slow invocation holds up those behind it."))
                .orElseGet(() -> Finding.pass("features", "Gateways can use share groups.")));
    }

    /** Whether commits go on soon when one of several brokers hangs. */
    void answers(Consumer<Finding> told) throws ExecutionException, InterruptedException {
        Collection<Node> nodes = admin.describeCluster().nodes().get();
        if (nodes.size() == 1) {
            return; // whom no other can stand in for
        }
        ConfigResource any = new ConfigResource(
                ConfigResource.Type.BROKER, nodes.iterator().next().idString());
        told.accept(answers(admin.describeConfigs(List.of(any)).all().get().get(any)));
    }

    static Finding answers(Config broker) {
        ConfigEntry wait = broker.get(ANSWER);
        return wait == null || wait.value() == null
                ? Finding.warn(
                        "answers",
                        "Brokers do not say how long they wait for each other (" + ANSWER
                                + "): where one hangs, nothing is committed for as long. Ask who runs them.")
                : answers(Long.parseLong(wait.value()));
    }

    static Finding answers(long millis) {
        return millis <= SOON_MILLIS
                ? Finding.pass("answers", "Brokers wait " + millis + " ms for each other.")
                : Finding.warn(
                        "answers",
                        "Brokers wait " + millis + " ms for each other (" + ANSWER + "): where one hangs, nothing is"
                                + " committed for as long. With " + ANSWER
                                + "=3000 and broker.session.timeout.ms=3000 of"
                                + " all brokers, commits go on within 10 s.");
    }

    void disk(Consumer<Finding> told) throws ExecutionException, InterruptedException {
        List<Integer> ids =
                admin.describeCluster().nodes().get().stream().map(Node::id).toList();
        Map<Integer, Map<String, LogDirDescription>> brokers =
                admin.describeLogDirs(ids).allDescriptions().get();
        for (Map.Entry<Integer, Map<String, LogDirDescription>> broker : brokers.entrySet()) {
            told.accept(disk("Broker " + broker.getKey(), broker.getValue().values()));
        }
    }

    /** That of the fullest directory: a partition is in one, and stays there when it is full. */
    static Finding disk(String broker, Collection<LogDirDescription> dirs) {
        for (LogDirDescription dir : dirs) {
            if (dir.error() != null) {
                return Finding.fail(
                        "disk",
                        broker + " cannot use one of its directories: "
                                + dir.error().getMessage() + " Mend or replace the disk.");
            }
        }
        Optional<LogDirDescription> fullest = dirs.stream().min(Comparator.comparingLong(Brokers::percentFree));
        if (fullest.isEmpty() || dirs.stream().anyMatch(dir -> !saysItsRoom(dir))) {
            return Finding.warn("disk", broker + " does not say how much room it has; look at its disk.");
        }
        long percent = percentFree(fullest.get());
        String room = broker + " has " + fullest.get().usableBytes().orElse(0) / MEGABYTE + " MB of room, " + percent
                + " % of its disk" + (dirs.size() == 1 ? "" : ", in the fullest of its directories");
        if (percent >= ENOUGH_PERCENT) {
            return Finding.pass("disk", room + ".");
        }
        String advice = ". The log is kept for ever: make room, or add a broker and move partitions to it.";
        return percent < TOO_FEW_PERCENT ? Finding.fail("disk", room + advice) : Finding.warn("disk", room + advice);
    }

    private static boolean saysItsRoom(LogDirDescription dir) {
        return dir.totalBytes().isPresent() && dir.usableBytes().isPresent();
    }

    private static long percentFree(LogDirDescription dir) {
        long all = dir.totalBytes().orElse(0);
        return all == 0 ? 0 : dir.usableBytes().orElse(0) * 100 / all;
    }
}
