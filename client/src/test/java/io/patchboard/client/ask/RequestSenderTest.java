package io.patchboard.client.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class RequestSenderTest {

    private static final Duration DELIVERY = Duration.ofSeconds(1);
    private static final int AT_ONCE = 10;

    @Test
    void whileNobodyListens_allAreToldSoon_andNotOneAfterTheOther() throws Exception {
        try (RequestSender sender = new RequestSender(to("127.0.0.1:" + freePort()))) {
            long began = System.nanoTime();
            List<CompletableFuture<Class<?>>> told = IntStream.range(0, AT_ONCE)
                    .mapToObj(i -> sender.send(new CancelBoard(CommandHeader.of("c-" + i, "b", Optional.empty())))
                            .<Class<?>>handle((sent, failure) -> failure.getClass()))
                    .toList();

            for (CompletableFuture<Class<?>> one : told) {
                assertThat(one.get(1, TimeUnit.MINUTES)).isEqualTo(TimeoutException.class);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(DELIVERY.multipliedBy(AT_ONCE / 2));
        }
    }

    private static KafkaConnection to(String server) {
        return new KafkaConnection(
                server,
                Map.of("default.api.timeout.ms", Long.toString(DELIVERY.toMillis()), "request.timeout.ms", "500"),
                new Topics(Topics.DEFAULT_PREFIX));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
