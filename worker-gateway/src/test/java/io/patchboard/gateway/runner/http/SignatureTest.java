package io.patchboard.gateway.runner.http;

import static io.patchboard.gateway.runner.http.ScriptedServer.json;
import static io.patchboard.gateway.worker.Invocations.invocation;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.calls.Outbound;
import io.patchboard.gateway.config.HttpEndpoint;
import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.gateway.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SignatureTest {

    @TempDir
    Path folder;

    /** The example of the Standard Webhooks reference libraries' own tests. */
    @Test
    void signature_ofTheReferenceExample_isTheirs() {
        Secret key = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

        String signature = Signature.of(
                key,
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1614265330,
                "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));

        assertThat(signature).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void request_signed_verifiedByTheProgramOfTheDocument() throws Exception {
        for (String key : List.of("plain text key", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")) {
            ScriptedServer.Request request = signedRequest(key);
            assertThat(verify(key, request, request.body())).isEqualTo("genuine");
            byte[] forged = request.body().clone();
            forged[forged.length - 2] ^= 1;
            assertThat(verify(key, request, forged)).isEqualTo("forged");
            assertThat(verify("another", request, request.body())).isEqualTo("forged");
        }
    }

    private static ScriptedServer.Request signedRequest(String key) throws Exception {
        try (ScriptedServer server = new ScriptedServer(json("[]"))) {
            HttpEndpoint endpoint = new HttpEndpoint(
                    server.url(),
                    "there",
                    Map.of(),
                    Map.of(),
                    Optional.of(new Secret(key)),
                    Optional.empty(),
                    Outbound.ANY);
            HttpWorkers.answer(
                    new WorkerBinding.Http(endpoint, Duration.ofMinutes(5), 1, HttpWorkers.QUICK),
                    invocation("i-1", "w"));
            return server.requests().get(0);
        }
    }

    private String verify(String key, ScriptedServer.Request request, byte[] body) throws Exception {
        Files.writeString(folder.resolve("verify.py"), ofTheDocument());
        Files.writeString(folder.resolve("main.py"), """
                import sys
                from verify import is_genuine
                headers = dict(zip(["webhook-id", "webhook-timestamp", "webhook-signature"], sys.argv[2:]))
                print("genuine" if is_genuine(sys.argv[1], headers, open("body", "rb").read()) else "forged")
                """);
        Files.write(folder.resolve("body"), body);
        List<String> command = new ArrayList<>(List.of("python3", "main.py", key));
        for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
            command.add(request.header(name));
        }
        Process python = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(python.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return said;
    }

    /** The Python program that verifies a signature, as it stands in the document. */
    private static String ofTheDocument() throws Exception {
        String document = Files.readString(Path.of("../docs/runners.md"));
        int definition = document.indexOf("def is_genuine");
        int start = document.lastIndexOf("```python\n", definition) + "```python\n".length();
        return document.substring(start, document.indexOf("```", start));
    }
}
