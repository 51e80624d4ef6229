package io.patchboard.gateway.patience;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of this machine that no other program gets while a test counts on them. */
public final class Ports {

    /** Below those that systems hand out to whoever asks for any port. */
    private static final int LOWEST = 20_000;

    private static final int HIGHEST = 32_000;

    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /** One that is taken until this is closed, and on which nobody listens. */
    public static Socket unheard() throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    /** One to listen on now, and again later. */
    public static int free() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                if (GIVEN.add(probe.getLocalPort())) {
                    return port;
                }
            } catch (IOException e) {
                // Somebody listens there.
            }
        }
    }
}
