package io.patchboard.gateway.llm;

import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** Two scripted servers, the second for those who need another one. */
abstract class TwoServers {

    static final Duration PLENTY = Duration.ofMinutes(5);
    final ScriptedChatServer server = ScriptedChatServer.start();
    final ScriptedChatServer other = ScriptedChatServer.start();

    @AfterEach
    void close() {
        server.close();
        other.close();
    }
}
