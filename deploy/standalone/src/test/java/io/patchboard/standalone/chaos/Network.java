package io.patchboard.standalone.chaos;

import io.patchboard.standalone.crash.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Network namespaces of Linux, one for each process, whose cables meet in a switch that has a namespace of its own, so
 * what rules this machine has for bridges does not matter. The test itself is {@link #OUTSIDE}.
 *
 * <p>What must not reach a host is sent to an address of the link layer that nobody has. So it is lost without a word,
 * in that direction only, on connections that are open as well, and iproute2 is all that is needed.
 */
final class Network implements AutoCloseable {

    static final String OUTSIDE = "outside";

    private static final String NOBODY = "02:00:00:00:00:00";

    /** Its name, of 15 characters at most, must be free on the machine. */
    private final String cable = "pb" + ProcessHandle.current().pid();

    /** In 198.18.0.0/15, which is set aside for tests of networks. */
    private final String subnet = "198." + (18 + (ProcessHandle.current().pid() >> 8) % 2) + "."
            + ProcessHandle.current().pid() % 256 + ".";

    private final String bridge = cable + "-switch";
    private final Map<String, String> addresses = new LinkedHashMap<>();

    /** How many faults block a way. */
    private final Map<String, Integer> blocks = new HashMap<>();

    private Network() {}

    /** Why there can be no networks here; empty if there can. */
    static Optional<String> obstacle() throws InterruptedException {
        String probe = "pb" + ProcessHandle.current().pid() + "-probe";
        try {
            Tool.run("ip", "netns", "add", probe);
            try {
                Tool.run(
                        "tc", "-n", probe, "qdisc", "add", "dev", "lo", "root", "tbf", "rate", "1mbit", "burst", "16kb",
                        "latency", "100ms");
            } finally {
                Tool.run("ip", "netns", "del", probe);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("no network namespaces here, which need root and iproute2: " + e.getMessage());
        }
    }

    static Network open() throws IOException, InterruptedException {
        Network network = new Network();
        try {
            network.makeSwitch();
        } catch (IOException e) {
            network.close();
            throw e;
        }
        return network;
    }

    private void makeSwitch() throws IOException, InterruptedException {
        Tool.run("ip", "netns", "add", bridge);
        ip(bridge, "link add bridge type bridge");
        ip(bridge, "link set bridge up");
        Tool.run("ip", "link", "add", cable, "type", "veth", "peer", "name", OUTSIDE, "netns", bridge);
        ip(bridge, "link set " + OUTSIDE + " master bridge up");
        Tool.run("ip", "address", "add", subnet + "1/24", "dev", cable);
        Tool.run("ip", "link", "set", cable, "up");
        addresses.put(OUTSIDE, subnet + "1");
    }

    /** Another host, and its address. */
    String add(String host) throws IOException, InterruptedException {
        String address = subnet + (addresses.size() + 1);
        Tool.run("ip", "netns", "add", namespace(host));
        addresses.put(host, address);
        ip(bridge, "link add " + host + " type veth peer name eth0 netns " + namespace(host));
        ip(bridge, "link set " + host + " master bridge up");
        ip(namespace(host), "address add " + address + "/24 dev eth0");
        ip(namespace(host), "link set lo up");
        ip(namespace(host), "link set eth0 up");
        return address;
    }

    /** What to put before a command that is to run on that host; it has the process id of what runs. */
    List<String> within(String host) {
        return List.of("ip", "netns", "exec", namespace(host));
    }

    String address(String host) {
        return addresses.get(host);
    }

    /** All of them. */
    List<String> hosts() {
        return List.copyOf(addresses.keySet());
    }

    /**
     * From now on nothing that one host sends reaches another, until that is taken back as often as it was said. The
     * other direction is as it was.
     */
    synchronized void block(String from, String to) throws IOException, InterruptedException {
        if (blocks.merge(from + ">" + to, 1, Integer::sum) == 1) {
            neighbour(from, "replace " + addresses.get(to) + " lladdr " + NOBODY + " nud permanent");
        }
    }

    synchronized void unblock(String from, String to) throws IOException, InterruptedException {
        if (blocks.merge(from + ">" + to, -1, Integer::sum) == 0) {
            neighbour(from, "del " + addresses.get(to));
        }
    }

    private void neighbour(String from, String what) throws IOException, InterruptedException {
        if (from.equals(OUTSIDE)) {
            run("ip neighbour " + what + " dev " + cable);
        } else {
            ip(namespace(from), "neighbour " + what + " dev eth0");
        }
    }

    /** So much and no more goes to and from a host; what waits for longer than half a second is lost. */
    void slow(String host, int kilobits) throws IOException, InterruptedException {
        String limit = "root tbf rate " + kilobits + "kbit burst 16kb latency 500ms";
        run("tc -n " + namespace(host) + " qdisc replace dev eth0 " + limit);
        run("tc -n " + bridge + " qdisc replace dev " + host + " " + limit);
    }

    void quick(String host) throws IOException, InterruptedException {
        run("tc -n " + namespace(host) + " qdisc del dev eth0 root");
        run("tc -n " + bridge + " qdisc del dev " + host + " root");
    }

    private String namespace(String host) {
        return cable + "-" + host;
    }

    private static void ip(String namespace, String what) throws IOException, InterruptedException {
        run("ip -n " + namespace + " " + what);
    }

    private static void run(String command) throws IOException, InterruptedException {
        Tool.run(command.split(" "));
    }

    /** Leaves nothing of it, also where only a part of it was made. */
    @Override
    public void close() throws InterruptedException {
        List<String> namespaces = new ArrayList<>(addresses.keySet().stream()
                .filter(host -> !host.equals(OUTSIDE))
                .map(this::namespace)
                .toList());
        namespaces.add(bridge);
        for (String namespace : namespaces) {
            Tool.works("ip", "netns", "del", namespace);
        }
        Tool.works("ip", "link", "del", cable);
    }
}
