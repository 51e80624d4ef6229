package io.patchboard.gateway.runner.llm;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.Runners;
import io.patchboard.gateway.blob.BlobLinks;
import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.blob.DirectoryBlobs;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.llm.scripted.ChatRequest;
import io.patchboard.gateway.llm.scripted.Reply;
import io.patchboard.gateway.llm.scripted.ScriptedChatServer;
import io.patchboard.gateway.runner.AwaitedAnswers;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.Invocations;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.Failure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models that see are shown the images that their views point to, each provider's in its own form. */
class ImagesTest {

    private static final String OPENAI =
            "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"{\\\"patch\\\":[]}\"},"
                    + "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}";

    @TempDir
    Path dir;

    private final ScriptedChatServer server = ScriptedChatServer.start();
    private BlobStore store;

    @BeforeEach
    void open() throws IOException {
        store = DirectoryBlobs.open(dir.resolve("blobs"), 6_000_000, 60_000_000);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private BlobHandle blob(byte[] bytes, String type) throws IOException {
        BlobStore.Stored stored = store.put(new ByteArrayInputStream(bytes), Optional.empty());
        return new BlobHandle(stored.sha256(), stored.bytes(), type);
    }

    private BlobHandle blob(String text, String type) throws IOException {
        return blob(text.getBytes(StandardCharsets.UTF_8), type);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** @param ofWorker what the worker says of its model, too */
    private Answer ask(String provider, String ofModel, String ofWorker, BlobHandle... blobs) throws Exception {
        Path file = Files.writeString(
                dir.resolve("workers.yaml"),
                "models: {m: {provider: " + provider + ", baseUrl: '" + server.baseUrl()
                        + "', model: tiny, apiKey: {env: HOME}, retries: 0" + ofModel + "}}\n"
                        + "workers: {w: {llm: {model: m" + ofWorker + "}}}\n");
        WorkersFile workers = WorkersFile.parse(WorkersFile.read(file), file);
        Callbacks callbacks = new Callbacks(
                Optional.empty(), new AwaitedAnswers(), Optional.of(new BlobLinks(store, InstantSource.system())));
        Json pages =
                JsonArray.copyOf(Arrays.stream(blobs).map(BlobHandle::toJson).toList());
        Invocation invocation = Invocations.invocation(
                "i-1",
                "w",
                Instant.now().plusSeconds(600),
                JsonObject.of("state", pages).toString());
        try (Runners runners = Runners.of(workers.workers(), List.of(), callbacks, Clock.systemUTC(), 1)) {
            return runners.of("w")
                    .orElseThrow()
                    .run(invocation)
                    .toCompletableFuture()
                    .get(5, TimeUnit.MINUTES);
        }
    }

    private ChatRequest request() {
        return server.requests().get(0);
    }

    @Test
    void chatCompletions_haveThemAsAddresses_eachWithItsHashBefore() throws Exception {
        server.then(Reply.json(200, OPENAI));
        BlobHandle page = blob("a page", "image/png");
        BlobHandle text = blob("a text", "text/plain");
        BlobHandle photo = blob("a photo", "image/jpeg");

        assertThat(ask("openai", ", images: true", "", page, text, photo).isFailed())
                .isFalse();

        assertThat(request().at("/messages/1/content/0/text").toString()).contains(page.sha256());
        assertThat(request().at("/messages/1/content/1/text").toString()).contains(page.sha256());
        assertThat(request().at("/messages/1/content/2/image_url/url"))
                .isEqualTo(Json.of("data:image/png;base64," + base64("a page")));
        assertThat(request().at("/messages/1/content/4/image_url/url"))
                .isEqualTo(Json.of("data:image/jpeg;base64," + base64("a photo")));
        assertThat(((JsonArray) request().at("/messages/1/content")).size()).isEqualTo(5);
    }

    @Test
    void messages_haveThemAsSources() throws Exception {
        server.then(Reply.json(
                200,
                "{\"model\":\"c\",\"stop_reason\":\"end_turn\",\"content\":[{\"type\":\"text\","
                        + "\"text\":\"{\\\"patch\\\":[]}\"}],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}"));

        assertThat(ask("anthropic", "", ", images: true", blob("a page", "image/png"))
                        .isFailed())
                .isFalse();

        assertThat(request().at("/messages/0/content/2/source"))
                .isEqualTo(JsonObject.builder()
                        .put("type", "base64")
                        .put("media_type", "image/png")
                        .put("data", base64("a page"))
                        .build());
    }

    @Test
    void content_hasThemInline() throws Exception {
        server.then(Reply.json(
                200,
                "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"{\\\"patch\\\":[]}\"}],"
                        + "\"role\":\"model\"},\"finishReason\":\"STOP\"}]}"));

        assertThat(ask("gemini", ", images: true", "", blob("a page", "image/webp"))
                        .isFailed())
                .isFalse();

        assertThat(request().at("/contents/0/parts/2/inlineData/mimeType")).isEqualTo(Json.of("image/webp"));
        assertThat(request().at("/contents/0/parts/2/inlineData/data")).isEqualTo(Json.of(base64("a page")));
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "', images: true', ', images: false'"})
    void modelThatDoesNotSee_hasTheHandleAlone(String ofModel, String ofWorker) throws Exception {
        server.then(Reply.json(200, OPENAI));
        BlobHandle page = blob("a page", "image/png");

        assertThat(ask("openai", ofModel, ofWorker, page).isFailed()).isFalse();

        assertThat(request().at("/messages/1/content").toString())
                .contains(page.sha256())
                .doesNotContain(base64("a page"));
    }

    @Test
    void whatNoProviderTakes_isLeftOut() throws Exception {
        server.then(Reply.json(200, OPENAI));
        BlobHandle large = blob(new byte[5_000_001], "image/png");
        BlobHandle drawing = blob("<svg/>", "image/svg+xml");
        BlobHandle[] pages = new BlobHandle[20];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = blob("page " + i, "image/png");
        }

        ask(
                "openai",
                ", images: true",
                "",
                Stream.concat(Stream.of(large, drawing), Arrays.stream(pages)).toArray(BlobHandle[]::new));

        JsonArray parts = (JsonArray) request().at("/messages/1/content");
        assertThat(parts.size()).isEqualTo(1 + 2 * 16);
        assertThat(parts.toString()).contains(base64("page 15")).doesNotContain(base64("page 16"));
    }

    @Test
    void imageThatIsMissing_isAnOutage_andTheModelIsNotAsked() throws Exception {
        Answer answer = ask("openai", ", images: true", "", new BlobHandle("0".repeat(64), 4, "image/png"));

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.OUTAGE);
        assertThat(answer.failure().orElseThrow().message())
                .isEqualTo("Expected the images that worker w is to see, but the store has no blob " + "0".repeat(64)
                        + "; put it again.");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void imageOfOtherBytes_isAnOutage_too() throws Exception {
        BlobHandle page = blob("a page", "image/png");
        try (Stream<Path> files = Files.walk(dir.resolve("blobs"))) {
            Path file = files.filter(one -> one.getFileName().toString().equals(page.sha256()))
                    .findFirst()
                    .orElseThrow();
            assertThat(file.toFile().setWritable(true)).isTrue();
            Files.writeString(file, "a rage");
        }

        Answer answer = ask("openai", ", images: true", "", page);

        assertThat(answer.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.OUTAGE);
        assertThat(server.requests()).isEmpty();
    }
}
