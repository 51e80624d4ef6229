package io.patchboard.standalone.http;

import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.http.HttpServerConfig;
import io.patchboard.gateway.http.ReloadedPrincipals;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.json.CanonicalJson;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Boards whose patches a gate holds, with approvers who have tokens of their own. */
abstract class GatesRig extends ApiRig {

    static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"gated",
             "state":{"schema":{"type":"object","properties":{"text":{"type":"string","maxLength":20}}},
                      "initial":{"text":"draft"}},
             "workers":{"guest":{"unsolicited":true,"write":[{"op":["replace"],"path":"/text"}]}},
             "gates":[{"name":"publish","on":{"path":"/text"},"approvers":["ada","grace"],
                       "card":{"title":"A text goes out","show":["/text"],"reverse":"Take it down."}}]}
            """;

    RunningApi guarded;

    @BeforeAll
    void startGuarded(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(
                dir.resolve("principals.yaml"), """
                principals:
                  ada: {tokens: ["%s"], rights: [read, create, operate, approve], propose: ["*"]}
                  grace: {tokens: ["%s"], rights: [read, approve]}
                  eve: {tokens: ["%s"], rights: [read, approve]}
                """.formatted(hash("ada"), hash("grace"), hash("eve")));
        guarded = new RunningApi(
                all, new AwaitedAnswers(), HttpServerConfig.onPort(0).withPrincipals(ReloadedPrincipals.of(file)));
    }

    @AfterAll
    void stopGuarded() {
        guarded.close();
    }

    /** With an approver who has not sent the patch, as ada has, and does not modify it, as grace does. */
    static String andEve(String blueprint) {
        return blueprint.replace("\"grace\"]", "\"grace\",\"eve\"]");
    }

    private static String hash(String name) {
        return "sha256:" + CanonicalJson.sha256((name + "-token").getBytes(StandardCharsets.UTF_8));
    }

    static String[] as(String name) {
        return new String[] {"Authorization", "Bearer " + name + "-token"};
    }

    Answer held(String board, String text) throws Exception {
        return held(board, BLUEPRINT, text);
    }

    Answer held(String board, String blueprint, String text) throws Exception {
        String body =
                "{\"commandId\":\"c-" + board + "\",\"boardId\":\"" + board + "\",\"blueprint\":" + blueprint + "}";
        await().atMost(PATIENCE)
                .until(() -> guarded.post("/v1/boards", body, as("ada")).status() == 201);
        return guarded.post(
                "/v1/boards/" + board + "/proposals",
                "{\"proposalId\":\"p-" + board + "\",\"worker\":\"guest\","
                        + "\"patch\":[{\"op\":\"replace\",\"path\":\"/text\",\"value\":\"" + text + "\"}]}",
                as("ada"));
    }
}
