package io.patchboard.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretTest {

    private static final JsonPointer AT = JsonPointer.parse("/models/fast/apiKey");

    @TempDir
    private Path folder;

    @Test
    void secret_fromTheEnvironment_isRevealedOnRequestOnly() {
        Values values = new Values(folder, Map.of("KEY", "sk-12345\n"));

        Secret secret = values.secret(new JsonPlace(JsonObject.of("env", Json.of("KEY")), AT))
                .orElseThrow();

        assertThat(secret.reveal()).isEqualTo("sk-12345");
        assertThat(secret).hasToString("***");
        assertThat(secret.redact("wrong key sk-12345!")).isEqualTo("wrong key ***!");
    }

    @Test
    void secret_fromAFile_isItsTextWithoutTheLineBreak() throws Exception {
        Files.writeString(folder.resolve("key"), "sk-67890\n");
        Values values = new Values(folder, Map.of());

        assertThat(values.secret(new JsonPlace(JsonObject.of("file", Json.of("key")), AT))
                        .orElseThrow()
                        .reveal())
                .isEqualTo("sk-67890");
    }

    @Test
    void secret_notThereOrWrittenOut_isAProblemThatDoesNotShowIt() {
        Values values = new Values(folder, Map.of());

        assertThat(values.secret(new JsonPlace(JsonObject.of("env", Json.of("KEY")), AT)))
                .isEmpty();
        assertThat(values.secret(new JsonPlace(JsonObject.of("file", Json.of("none")), AT)))
                .isEmpty();
        assertThat(values.secret(new JsonPlace(Json.of("sk-12345"), AT))).isEmpty();

        assertThat(values.problems())
                .extracting(problem -> problem.message())
                .containsExactly(
                        "Expected the environment variable KEY to hold a secret at /models/fast/apiKey, but it is not set.",
                        "Expected a file with a secret at /models/fast/apiKey, but there is none at "
                                + folder.resolve("none") + ".",
                        "Expected a secret as {env: VARIABLE} or {file: PATH} at /models/fast/apiKey, but got a string;"
                                + " secrets do not stand in files like this.");
    }
}
