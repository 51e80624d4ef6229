package io.patchboard.standalone.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ServerProbeTest {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void speaksHttp_ofAnHttpServer_isTrue() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
        server.start();
        try {
            String address =
                    LOOPBACK.getHostAddress() + ":" + server.getAddress().getPort();
            assertThat(ServerProbe.listens(address)).isTrue();
            assertThat(ServerProbe.speaksHttp(address)).isTrue();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void speaksHttp_ofWhatAnswersAsKafkaDoes_isFalse() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK)) {
            CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> answer(server));
            assertThat(ServerProbe.speaksHttp(LOOPBACK.getHostAddress() + ":" + server.getLocalPort()))
                    .isFalse();
            answered.join();
        }
    }

    /** With the length of an answer and its correlation id. */
    private static void answer(ServerSocket server) {
        try (Socket socket = server.accept()) {
            assertThat(socket.getInputStream().readNBytes(14)).hasSize(14);
            socket.getOutputStream().write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0});
        } catch (IOException e) {
            throw new IllegalStateException("Expected to be asked, but: " + e, e);
        }
    }
}
