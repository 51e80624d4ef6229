package io.patchboard.standalone.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.ApiVersionsRequest;
import org.apache.kafka.common.requests.RequestHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void resolves_whereOneHasAnAddress_andWhereWaitingWouldBringNone() {
        assertThat(ServerProbe.resolves("nobody.invalid:9092,nobody.invalid:9093"))
                .isFalse();
        assertThat(ServerProbe.resolves("nobody.invalid:9092, [::1]:9092")).isTrue();
        assertThat(ServerProbe.resolves("PLAINTEXT://127.0.0.1:9092")).isTrue();
        assertThat(ServerProbe.resolves("nobody.invalid")).isTrue();
    }

    /** One that says nothing in time is asked once more, and all that it gets are records of Kafka. */
    @Test
    void speaksHttp_ofABrokerThatTakesItsTime_sendsItNothingElse() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK)) {
            CompletableFuture<List<AbstractRequest>> heard = CompletableFuture.supplyAsync(() -> requests(server));
            assertThat(ServerProbe.speaksHttp(LOOPBACK.getHostAddress() + ":" + server.getLocalPort()))
                    .isFalse();
            assertThat(heard.join()).hasSize(2).hasOnlyElementsOfType(ApiVersionsRequest.class);
        }
    }

    @Test
    void speaksHttp_ofABroker_isFalse(@TempDir Path dir) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir))) {
            assertThat(ServerProbe.speaksHttp(broker.bootstrapServers())).isFalse();
        }
    }

    /** Silent to the end, as the broker's own parser reads them. */
    private static List<AbstractRequest> requests(ServerSocket server) {
        List<AbstractRequest> requests = new ArrayList<>();
        try (Socket socket = server.accept();
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                int length = next << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
                ByteBuffer bytes = ByteBuffer.wrap(in.readNBytes(length));
                RequestHeader header = RequestHeader.parse(bytes);
                requests.add(AbstractRequest.parseRequest(
                                header.apiKey(), header.apiVersion(), new ByteBufferAccessor(bytes))
                        .request);
                assertThat(bytes.hasRemaining()).isFalse();
            }
        } catch (IOException e) {
            throw new IllegalStateException("Expected to be asked, but: " + e, e);
        }
        return requests;
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
