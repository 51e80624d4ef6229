package io.patchboard.standalone.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One client, over two streams. */
class StdioServerTest {

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private OutputStream toServer;
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private BufferedReader lines;
    private Thread server;
    private volatile Optional<IOException> fault = Optional.empty();

    @BeforeEach
    void start() throws IOException {
        Pipe in = Pipe.open();
        Pipe out = Pipe.open();
        toServer = Channels.newOutputStream(in.sink());
        lines = new BufferedReader(
                new InputStreamReader(Channels.newInputStream(out.source()), StandardCharsets.UTF_8));
        StdioServer stdio = new StdioServer(
                new Dispatcher(new Waiting()),
                new Caller(Optional.empty(), Optional.empty(), Optional.empty()),
                new BufferedInputStream(Channels.newInputStream(in.source())),
                Channels.newOutputStream(out.sink()));
        server = Thread.ofPlatform().start(() -> {
            try {
                stdio.serve();
            } catch (IOException e) {
                fault = Optional.of(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @AfterEach
    void end() throws Exception {
        toServer.close();
        server.join();
    }

    @Test
    void both_revisions_overOneLine() throws Exception {
        say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
        assertThat(heard()).contains("Expected initialize first").contains("\"id\":1");
        say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"server/discover\",\"params\":{" + META + "}}");
        assertThat(heard()).contains("supportedVersions", "2026-07-28", "resultType");
        say("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2199-01-01\"}}");
        assertThat(heard()).contains("\"protocolVersion\":\"2025-11-25\"");
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        say("{\"jsonrpc\":\"2.0\",\"id\":\"four\",\"method\":\"tools/list\"}");
        assertThat(heard()).contains("\"id\":\"four\"", "tools").doesNotContain("resultType");
        say("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\",\"params\":{"
                + META.replace("2026-07-28", "2199-01-01") + "}}");
        assertThat(heard()).contains("-32022", "supported");
    }

    @Test
    void whatIsNoMessage_hasOneAnswer_andTheNextOneCounts() throws Exception {
        say("{");
        assertThat(heard()).contains("-32700");
        say("[]");
        assertThat(heard()).contains("-32600");
        say("\"" + "x".repeat(5 << 20) + "\"");
        assertThat(heard()).contains("-32600", "at most");
        say("");
        say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
        assertThat(heard()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    }

    @Test
    void cancelledRequest_isEnded_andHasNoAnswer() throws Exception {
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" + META + "}}";
        say(call);
        assertThat(waiting.await(5, TimeUnit.MINUTES)).isTrue();
        say(call);
        assertThat(heard()).contains("one of them has 1 already");
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        assertThat(cancelled.await(5, TimeUnit.MINUTES)).isTrue();
        say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
        assertThat(heard()).contains("\"id\":2");
    }

    @Test
    void clientThatReadsNoMore_isTheEnd_andNoFault() throws Exception {
        say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
        heard();
        lines.close();
        say("{");

        server.join();
        assertThat(fault).isEmpty();
    }

    private void say(String line) throws IOException {
        toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        toServer.flush();
    }

    private String heard() throws IOException {
        return lines.readLine();
    }

    /** Whose only tool never ends by itself. */
    private final class Waiting implements Features {

        @Override
        public JsonObject capabilities() {
            return JsonObject.of("tools", JsonObject.EMPTY);
        }

        @Override
        public String instructions() {
            return "Wait.";
        }

        @Override
        public Set<String> methods() {
            return Set.of("tools/list", "tools/call");
        }

        @Override
        public JsonObject answer(String method, JsonObject params, Exchange exchange) throws InterruptedException {
            if (method.equals("tools/call")) {
                waiting.countDown();
                try {
                    new CountDownLatch(1).await();
                } finally {
                    cancelled.countDown();
                }
            }
            return (JsonObject) JsonReader.parse("{\"tools\":[]}");
        }

        @Override
        public Watch watch(String uri, Caller caller, Runnable changed) throws RpcException {
            throw RpcException.noSuchResource(uri, true, "There are none: " + Json.of(uri));
        }
    }
}
