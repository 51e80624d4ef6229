package io.patchboard.standalone.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Something bad that happens to one process, or to what it needs, and is over after a time. */
sealed interface Fault {

    /** As the table of results names it. */
    String kind();

    /** Whom it happens to. Of one role, few suffer at a time. */
    Role role();

    /** How long it lasts. */
    Duration lasts();

    void inject(ChaosCluster cluster) throws Exception;

    void heal(ChaosCluster cluster) throws Exception;

    /** From its beginning to its end. Whoever suffered it may not be well by then. */
    default void happen(ChaosCluster cluster) throws Exception {
        inject(cluster);
        TimeUnit.MILLISECONDS.sleep(lasts().toMillis());
        heal(cluster);
    }

    /** {@code kill -9}, and nobody starts it again for a while. */
    record Kill(String node, Duration lasts) implements Fault {

        @Override
        public String kind() {
            return "kill -9 of a " + role();
        }

        @Override
        public Role role() {
            return Role.of(node);
        }

        @Override
        public void inject(ChaosCluster cluster) throws InterruptedException {
            cluster.node(node).kill();
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException {
            cluster.node(node).start();
        }
    }

    /** The same of the broker that is the active controller. */
    record LoseController(Duration lasts) implements Fault {

        @Override
        public String kind() {
            return "kill -9 of the active controller";
        }

        @Override
        public Role role() {
            return Role.BROKER;
        }

        @Override
        public void inject(ChaosCluster cluster) throws InterruptedException {
            cluster.node(cluster.admin().activeController()).kill();
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException {
            for (String broker : Role.BROKER.names()) {
                cluster.node(broker).start();
            }
        }
    }

    /** SIGTERM, and a start as soon as it has ended. */
    record Restart(String node) implements Fault {

        @Override
        public String kind() {
            return "restart of a " + role();
        }

        @Override
        public Role role() {
            return Role.of(node);
        }

        @Override
        public Duration lasts() {
            return Duration.ZERO;
        }

        @Override
        public void inject(ChaosCluster cluster) throws InterruptedException {
            cluster.node(node).stop();
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException {
            cluster.node(node).start();
        }
    }

    /** SIGSTOP, and SIGCONT. */
    record Freeze(String node, Duration lasts) implements Fault {

        @Override
        public String kind() {
            return "SIGSTOP of a " + role();
        }

        @Override
        public Role role() {
            return Role.of(node);
        }

        @Override
        public void inject(ChaosCluster cluster) throws InterruptedException {
            cluster.node(node).freeze();
        }

        @Override
        public void heal(ChaosCluster cluster) throws InterruptedException {
            cluster.node(node).wake();
        }
    }

    /** Nothing comes from a process, to it, or both, be it for all others or for some. */
    record Cut(String node, List<String> others, boolean from, boolean to, Duration lasts) implements Fault {

        @Override
        public String kind() {
            String what = others.size() == 1 ? role() + " and a broker apart" : role() + " cut off";
            return what + (from && to ? "" : ", one way");
        }

        @Override
        public Role role() {
            return Role.of(node);
        }

        @Override
        public void inject(ChaosCluster cluster) throws IOException, InterruptedException {
            for (String other : others) {
                if (from) {
                    cluster.network().block(node, other);
                }
                if (to) {
                    cluster.network().block(other, node);
                }
            }
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException, InterruptedException {
            for (String other : others) {
                if (from) {
                    cluster.network().unblock(node, other);
                }
                if (to) {
                    cluster.network().unblock(other, node);
                }
            }
        }
    }

    /** All that a process sends and gets goes through a thin line. */
    record Slow(String node, int kilobits, Duration lasts) implements Fault {

        @Override
        public String kind() {
            return "slow link of a " + role();
        }

        @Override
        public Role role() {
            return Role.of(node);
        }

        @Override
        public void inject(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.network().slow(node, kilobits);
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.network().quick(node);
        }
    }

    /** A broker ends when its disk is full. Somebody makes room, and starts it again. */
    record FullDisk(String node, Duration lasts) implements Fault {

        @Override
        public String kind() {
            return "full disk of a " + role();
        }

        @Override
        public Role role() {
            return Role.of(node);
        }

        @Override
        public void inject(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.node(node).leave();
            cluster.disk(node).fill();
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.disk(node).free();
            cluster.node(node).kill(); // one that has not ended by now may never do
            cluster.node(node).start();
        }
    }

    /** A clock that is wrong by some seconds from one moment to the next, and then right again. */
    record ClockJump(String node, Duration ahead, Duration lasts) implements Fault {

        @Override
        public String kind() {
            return "clock jump of a " + role();
        }

        @Override
        public Role role() {
            return Role.of(node);
        }

        @Override
        public void inject(ChaosCluster cluster) throws IOException {
            cluster.clocks().set(node, ahead);
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException {
            cluster.clocks().set(node, Duration.ZERO);
        }
    }

    /** Every partition gets another leader. */
    record Election() implements Fault {

        @Override
        public String kind() {
            return "election of leaders";
        }

        @Override
        public Role role() {
            return Role.BROKER;
        }

        @Override
        public Duration lasts() {
            return Duration.ZERO;
        }

        @Override
        public void inject(ChaosCluster cluster) {
            cluster.admin().electOthers();
        }

        @Override
        public void heal(ChaosCluster cluster) {}
    }
}
