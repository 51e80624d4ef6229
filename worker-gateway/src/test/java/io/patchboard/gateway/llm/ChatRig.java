package io.patchboard.gateway.llm;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A scripted server, and a model that is asked once. */
abstract class ChatRig {

    final ScriptedChatServer server = ScriptedChatServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    ChatReply ask() throws Exception {
        return Asked.ask(Asked.openAi(server), Asked.PROMPT);
    }

    static String failure(ModelConfig config) {
        return error(config).getMessage();
    }

    static ChatException error(ModelConfig config) {
        return catchThrowableOfType(
                ChatException.class, () -> Asked.ask(List.of(config), Asked.PROMPT, Duration.ofMinutes(5)));
    }
}
