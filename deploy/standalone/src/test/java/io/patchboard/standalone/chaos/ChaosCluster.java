package io.patchboard.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.source.SourceConfig;
import io.patchboard.record.Topics;
import io.patchboard.standalone.crash.GatewayProcess;
import io.patchboard.standalone.crash.KernelProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** Three brokers, two kernels and three gateways, each a process with a network of its own, and brokers with a disk. */
final class ChaosCluster implements AutoCloseable {

    private static final int MILLIS_BETWEEN_LOOKS = 300;

    private final Path dir;
    private final Network network;
    private final Clocks clocks;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Disk> disks = new LinkedHashMap<>();
    private final ScheduledExecutorService supervisor = Executors.newSingleThreadScheduledExecutor();

    /** What is left of a run that is broken off would go on for ever. */
    private final Thread atExit = new Thread(this::clear, "chaos-cluster-exit");

    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private Brokers brokers;
    private ClusterAdmin admin;

    private ChaosCluster(Path dir, Network network, Clocks clocks) {
        this.dir = dir;
        this.network = network;
        this.clocks = clocks;
    }

    /**
     * Returns when all serve.
     *
     * @param workers what the gateways serve, as in their file
     */
    static ChaosCluster start(Path dir, Clocks clocks, String workers) throws Exception {
        ChaosCluster cluster = new ChaosCluster(dir, Network.open(), clocks);
        Runtime.getRuntime().addShutdownHook(cluster.atExit);
        try {
            cluster.startBrokers(WorkersFile.defaultGroup(workers) + SourceConfig.SHARE_SUFFIX);
            cluster.startKernels();
            cluster.startGateways(workers);
            cluster.supervisor.scheduleWithFixedDelay(
                    cluster::supervise, MILLIS_BETWEEN_LOOKS, MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
            cluster.awaitWhole();
            return cluster;
        } catch (Exception | AssertionError e) {
            cluster.close();
            throw e;
        }
    }

    private void startBrokers(String gatewayGroup) throws Exception {
        List<String> addresses = new ArrayList<>();
        for (String name : Role.BROKER.names()) {
            addresses.add(network.add(name));
        }
        brokers = new Brokers(addresses);
        for (String name : Role.BROKER.names()) {
            Disk disk = Disk.mount(dir.resolve(name));
            disks.put(name, disk);
            int id = Role.number(name);
            brokers.prepare(id, disk.path());
            add(
                    name,
                    () -> new Node.Running(
                            brokers.launch(network.within(name), disk.path()), () -> brokers.accepts(id)));
        }
        admin = new ClusterAdmin(servers(), gatewayGroup);
        Waits.waitFor("brokers").untilAsserted(admin::assertInSync);
    }

    private void startKernels() throws IOException, InterruptedException {
        for (String name : Role.KERNEL.names()) {
            network.add(name);
            Map<String, String> settings = new LinkedHashMap<>(clocks.variables(name));
            settings.put("PATCHBOARD_KAFKA_NUM_STANDBY_REPLICAS", "1");
            add(name, () -> {
                clocks.sweep();
                KernelProcess kernel =
                        KernelProcess.start(network.within(name), servers(), dir.resolve(name), settings);
                return new Node.Running(kernel.process(), kernel::isReady);
            });
        }
    }

    private void startGateways(String workers) throws IOException, InterruptedException {
        for (String name : Role.GATEWAY.names()) {
            network.add(name);
            Path file = Files.createDirectories(dir.resolve(name)).resolve("workers.yaml");
            Files.writeString(file, workers);
            Map<String, String> variables = clocks.variables(name);
            add(name, () -> {
                clocks.sweep();
                GatewayProcess gateway = GatewayProcess.start(network.within(name), servers(), file, "auto", variables);
                return new Node.Running(gateway.process(), gateway::isReading);
            });
        }
    }

    private void add(String name, Node.Launcher launcher) throws IOException {
        nodes.put(name, new Node(name, launcher));
    }

    /** How much all that was written takes, with its copies. */
    long bytesOnDisks() throws IOException {
        long bytes = 0;
        for (Disk disk : disks.values()) {
            bytes += disk.used();
        }
        return bytes;
    }

    private void supervise() {
        try {
            for (Node node : nodes.values()) {
                node.supervise();
            }
        } catch (IOException | RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    String servers() {
        return brokers.bootstrapServers();
    }

    /** Of clients that do not wait half a minute for a broker that is gone, as they would by default. */
    KafkaConnection connection() {
        return new KafkaConnection(
                servers(),
                Map.of(
                        "request.timeout.ms",
                        "3000",
                        "socket.connection.setup.timeout.ms",
                        "1000",
                        // Longer than any fault.
                        "default.api.timeout.ms",
                        "120000"),
                new Topics(Topics.DEFAULT_PREFIX));
    }

    Network network() {
        return network;
    }

    Node node(String name) {
        return nodes.get(name);
    }

    Disk disk(String broker) {
        return disks.get(broker);
    }

    Clocks clocks() {
        return clocks;
    }

    ClusterAdmin admin() {
        return admin;
    }

    /** Waits until all processes serve, as members of their groups, and all copies are in sync. */
    void awaitWhole() {
        awaitWell(nodes.keySet());
    }

    /** The same of some of them, and of what their roles are there for. */
    void awaitWell(Collection<String> names) {
        Waits.waitFor(String.join(", ", names) + " to be well")
                .failFast("Expected to start again what had ended.", this::requireSupervision)
                .untilAsserted(() -> assertWell(names));
    }

    private void requireSupervision() throws Exception {
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private void assertWell(Collection<String> names) throws Exception {
        assertThat(names.stream().filter(name -> !node(name).serves()))
                .as("processes that do not serve")
                .isEmpty();
        Map<Role, List<String>> addresses = names.stream()
                .collect(Collectors.groupingBy(Role::of, Collectors.mapping(network::address, Collectors.toList())));
        if (addresses.containsKey(Role.BROKER)) {
            admin.assertInSync();
        }
        if (addresses.containsKey(Role.KERNEL)) {
            admin.assertKernels(addresses.get(Role.KERNEL));
        }
        if (addresses.containsKey(Role.GATEWAY)) {
            admin.assertGateways(addresses.get(Role.GATEWAY));
        }
    }

    /** Kills all of a kind at once, and starts them again. */
    void killAll(Role role) throws IOException, InterruptedException {
        for (String name : role.names()) {
            node(name).kill();
        }
        for (String name : role.names()) {
            node(name).start();
        }
        awaitWhole();
    }

    /** How often a process ended though nobody had ended it, by name. */
    Map<String, Integer> ownEnds() {
        Map<String, Integer> ends = new LinkedHashMap<>();
        nodes.forEach((name, node) -> ends.put(name, node.ownEnds()));
        ends.values().removeIf(count -> count == 0);
        return ends;
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        clear();
    }

    private void clear() {
        try {
            supervisor.shutdownNow();
            supervisor.awaitTermination(1, TimeUnit.MINUTES);
            if (admin != null) {
                admin.close();
            }
            for (Node node : nodes.values()) {
                node.close();
            }
            for (Disk disk : disks.values()) {
                disk.close();
            }
            network.close();
        } catch (InterruptedException e) {
            throw new IllegalStateException("Expected to clear away all processes, disks and networks.", e);
        }
    }
}
