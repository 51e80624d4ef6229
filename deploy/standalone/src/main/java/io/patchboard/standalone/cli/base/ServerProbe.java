package io.patchboard.standalone.cli.base;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Utils;

/** What listens at the addresses of a Kafka cluster, before its clients are let at it. */
final class ServerProbe {

    private static final int CONNECT_MILLIS = 1_000;
    private static final int ANSWER_MILLIS = 500;

    /** Asks a Kafka broker for the versions of its API: length, key 18, version 0, correlation id, no client id. */
    private static final byte[] KAFKA_QUESTION = {0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 0, -1, -1};

    /**
     * The same once more for a broker that takes its time, and the end of its headers for a server of HTTP: the client
     * id is two ends of lines.
     */
    private static final byte[] END_OF_HTTP_REQUEST = {
        0, 0, 0, 14, 0, 18, 0, 0, 0, 0, 0, 0, 0, 4, '\r', '\n', '\r', '\n'
    };

    private static final byte[] HTTP = "HTTP".getBytes(StandardCharsets.US_ASCII);

    private ServerProbe() {}

    /**
     * Whether one of the servers has an address by now, without which no client of Kafka begins; also where one is
     * written as none can be.
     */
    static boolean resolves(String bootstrapServers) {
        return List.of(bootstrapServers.split(",")).stream()
                .map(server -> Utils.getHost(server.trim()))
                .anyMatch(host -> host == null || !new InetSocketAddress(host, 0).isUnresolved());
    }

    /** Whether something listens at one of the servers. It may be anything. */
    static boolean listens(String bootstrapServers) {
        return any(bootstrapServers, address -> {
            try (Socket socket = new Socket()) {
                socket.connect(address, CONNECT_MILLIS);
                return true;
            } catch (IOException e) {
                return false;
            }
        });
    }

    /**
     * Whether one of the servers speaks HTTP. A client of Kafka takes the first letters of such an answer for a length
     * of 1.2 GB, and reserves it.
     */
    static boolean speaksHttp(String bootstrapServers) {
        return any(bootstrapServers, ServerProbe::speaksHttp);
    }

    private static boolean speaksHttp(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write(KAFKA_QUESTION);
            byte[] answer = firstBytes(socket);
            if (answer.length == 0) {
                // Some servers wait for the end of what they take for headers.
                socket.getOutputStream().write(END_OF_HTTP_REQUEST);
                answer = firstBytes(socket);
            }
            return Arrays.equals(answer, HTTP);
        } catch (IOException e) {
            return false;
        }
    }

    /** As many as {@link #HTTP} has; fewer if the server says no more, none if it says nothing in time. */
    private static byte[] firstBytes(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        try {
            return in.readNBytes(HTTP.length);
        } catch (SocketTimeoutException e) {
            return new byte[0];
        }
    }

    private static boolean any(String bootstrapServers, Predicate<InetSocketAddress> condition) {
        return List.of(bootstrapServers.split(",")).stream().anyMatch(server -> {
            int colon = server.lastIndexOf(':');
            return colon > 0
                    && any(
                            server.substring(0, colon).trim(),
                            server.substring(colon + 1).trim(),
                            condition);
        });
    }

    private static boolean any(String host, String port, Predicate<InetSocketAddress> condition) {
        try {
            for (InetAddress address : InetAddress.getAllByName(host.replaceAll("[\\[\\]]", ""))) {
                if (condition.test(new InetSocketAddress(address, Integer.parseInt(port)))) {
                    return true;
                }
            }
            return false;
        } catch (UnknownHostException | IllegalArgumentException e) {
            return false;
        }
    }
}
