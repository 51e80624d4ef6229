package io.patchboard.standalone.broker;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Ports on the loopback address. A port that was free a moment ago may be taken by the time Kafka binds it; the caller
 * has to reckon with that.
 */
final class LoopbackPorts {

    static final String HOST = "127.0.0.1";

    private LoopbackPorts() {}

    /** Two different free ports. */
    static int[] chooseTwo() throws IOException {
        try (ServerSocket first = bind(0);
                ServerSocket second = bind(0)) {
            return new int[] {first.getLocalPort(), second.getLocalPort()};
        }
    }

    static boolean isFree(int port) {
        try (ServerSocket probe = bind(port)) {
            return probe.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    /** Whether it comes from a port that could not be bound. */
    static boolean wasTaken(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).anyMatch(BindException.class::isInstance);
    }

    private static ServerSocket bind(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            // As Kafka does: a port on which only closed connections linger counts as free.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(loopback(), port));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static InetAddress loopback() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }
}
