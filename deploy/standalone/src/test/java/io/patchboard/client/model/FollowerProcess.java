package io.patchboard.client.model;

import io.patchboard.client.KafkaConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/**
 * A read side in a process of its own that tells on stdout how far it is, and goes on after each batch that it has kept
 * once it reads a byte.
 */
final class FollowerProcess {

    static final String AT = "at ";
    static final String KEPT = "kept";
    static final String CAUGHT_UP = "caught up";

    private FollowerProcess() {}

    /** @param args servers, the directory, and how many records a batch has at most */
    public static void main(String[] args) throws Exception {
        KafkaConnection connection = new KafkaConnection(
                args[0],
                Map.of("max.poll.records", args[2]),
                KafkaConnection.to(args[0]).topics());
        ModelStore store = ModelStore.open(Path.of(args[1]));
        tell(AT + store.positions().values().stream().mapToLong(Long::longValue).sum());
        LogFollower follower = new LogFollower(connection, store, InstantSource.system(), boards -> {
            tell(KEPT);
            awaitByte();
        });
        follower.started();
        follower.caughtUp().get();
        tell(CAUGHT_UP);
        follower.close();
        store.close();
    }

    private static synchronized void tell(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void awaitByte() {
        try {
            if (System.in.read() < 0) {
                Runtime.getRuntime().halt(1); // the test is gone
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
