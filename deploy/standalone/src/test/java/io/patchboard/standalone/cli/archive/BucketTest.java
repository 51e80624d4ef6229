package io.patchboard.standalone.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.ask.RequestSender;
import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.gateway.blob.S3StandIn;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Topics;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.broker.KnownTopics;
import io.patchboard.standalone.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blobs and archives in a bucket, on the command line. */
class BucketTest {

    private static final String BLOBS = "s3://" + S3StandIn.BUCKET + "/blobs";
    private static final String ARCHIVE = "s3://" + S3StandIn.BUCKET + "/archive";
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    @TempDir
    Path dir;

    private String put(String text) throws Exception {
        Path file = Files.writeString(dir.resolve("page.txt"), text);
        Cli put = Cli.run("blob", "put", file.toString(), "--blobs", BLOBS);
        assertThat(put.exitCode()).as(put.err()).isZero();
        return BlobHandle.of(JsonReader.parse(put.out())).orElseThrow().sha256();
    }

    @Test
    void blob_isPutThere_got_andErased() throws Exception {
        try (S3StandIn s3 = new S3StandIn().settings()) {
            String sha256 = put("a page");

            Path target = dir.resolve("got");
            Cli got = Cli.run("blob", "get", sha256, "--blobs", BLOBS, "--output", target.toString());
            assertThat(got.exitCode()).as(got.err()).isZero();
            assertThat(target).hasContent("a page");

            assertThat(Cli.run("blob", "erase", sha256, "--blobs", BLOBS).out()).contains("erased " + sha256);
            assertThat(s3.keys()).isEmpty();
            assertThat(Cli.run("blob", "get", sha256, "--blobs", BLOBS).err()).contains("there is none");
            s3.down(true);
            assertThat(Cli.run("blob", "get", sha256, "--blobs", BLOBS).err())
                    .contains("Expected a place for blobs at " + BLOBS);
        }
    }

    @Test
    void archiveOfAnotherScheme_isRefused_beforeAnythingIsReadOrMade() {
        Cli refused = Cli.run(
                "archive", "--to", "gs://acme-archive/logs", "--cut", "--bootstrap-server", "nowhere.invalid:1");

        assertThat(refused.exitCode()).as(refused.out()).isEqualTo(1);
        assertThat(refused.err()).contains("s3://BUCKET/PREFIX, but got gs://acme-archive/logs");
        assertThat(Path.of("gs:")).doesNotExist();
    }

    @Test
    void archive_isWhole_beforeAnythingIsCut_andReadAsAnother() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("kafka")));
                S3StandIn s3 = new S3StandIn().settings()) {
            String page = put("a page that the board names");
            write(
                    broker,
                    new SampleLog("a")
                            .created(blueprint(initial(page)), initial(page))
                            .ended());
            write(broker, SampleLog.completed("b"));

            System.setProperty("aws.endpointUrlS3", "http://127.0.0.1:1");
            Cli away = run(broker, "archive", "--to", ARCHIVE, "--cut");
            assertThat(away.exitCode()).isEqualTo(1);
            assertThat(away.err()).contains("Expected to read the archive " + ARCHIVE);
            s3.settings();

            Cli done = run(broker, "archive", "--to", ARCHIVE, "--blobs", BLOBS, "--cut");
            assertThat(done.exitCode()).as(done.err()).isZero();
            assertThat(done.out())
                    .contains("2 boards archived in " + ARCHIVE, "1 blob copied", "2 logs removed from the topics");
            assertThat(s3.keys()).contains("archive/a.jsonl", "archive/b.jsonl");
            assertThat(s3.lists("archive/blobs/" + page + "/"))
                    .as("looks for it, by the archive and by the put")
                    .isEqualTo(2);
            assertThat(run(broker, "board", "list").out()).doesNotContain("completed");

            Cli replay = run(broker, "replay", "--verify", "--archive", ARCHIVE);
            assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
            assertThat(replay.out()).contains("2 boards", "identical");
            Cli again = run(broker, "archive", "--to", ARCHIVE, "--blobs", BLOBS);
            assertThat(again.out()).as(again.err()).contains("0 boards archived", "2 were there, 0 blobs copied");

            String sent = put("a page that is sent while kernels are away");
            send(broker, initial(sent));
            s3.age(Instant.EPOCH);
            assertThat(run(broker, "blob", "collect", "--blobs", BLOBS).out())
                    .contains("removed " + page)
                    .doesNotContain(sent);
            Path copy = dir.resolve("copy");
            Cli.run("blob", "get", page, "--blobs", ARCHIVE + "/blobs", "--output", copy.toString());
            assertThat(copy).hasContent("a page that the board names");
        }
    }

    @Test
    void blobWithOtherBytes_isTold_andAllBoardsAreArchived() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("kafka")));
                S3StandIn s3 = new S3StandIn().settings()) {
            String page = put("a page that the board names");
            s3.spoil();
            write(
                    broker,
                    new SampleLog("a")
                            .created(blueprint(initial(page)), initial(page))
                            .ended());
            write(broker, SampleLog.completed("b"));
            String archive = dir.resolve("archive").toString();

            Cli done = run(broker, "archive", "--to", archive, "--blobs", BLOBS, "--json");

            assertThat(done.exitCode()).as(done.err()).isZero();
            assertThat(done.err()).contains("other bytes in place of blob " + page + ", which board a names");
            assertThat(done.json().toString())
                    .contains("\"boardId\":\"a\"", "\"boardId\":\"b\"", "\"missingBlobs\":[\"" + page + "\"]");
            assertThat(Cli.run("blob", "get", page, "--blobs", archive + "/blobs")
                            .err())
                    .contains("there is none");
        }
    }

    private static Json initial(String sha256) {
        return JsonReader.parse(
                "{\"page\":{\"$blob\":{\"sha256\":\"" + sha256 + "\",\"bytes\":27,\"type\":\"text/plain\"}}}");
    }

    private static Json blueprint(Json initial) {
        return ((JsonObject) SampleLog.BLUEPRINT)
                .with("state", JsonReader.parse("{\"schema\":{\"type\":\"object\"},\"initial\":" + initial + "}"));
    }

    private static void write(EmbeddedBroker broker, SampleLog board) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                LogTopics log = new LogTopics(broker.bootstrapServers(), TOPICS)) {
            if (!admin.listTopics().names().get().contains(TOPICS.committed())) {
                KnownTopics.create(
                        admin,
                        Stream.of(TOPICS.committed(), TOPICS.rejected(), TOPICS.invocations("default"))
                                .map(name -> new NewTopic(name, 1, (short) 1))
                                .toList());
            }
            log.commit(board.entries());
        }
    }

    private static void send(EmbeddedBroker broker, Json value) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                RequestSender sender = new RequestSender(KafkaConnection.to(broker.bootstrapServers()))) {
            KnownTopics.create(admin, List.of(new NewTopic(TOPICS.proposals(), 1, (short) 1)));
            JsonObject add = JsonObject.builder()
                    .put("op", "add")
                    .put("path", "/page")
                    .put("value", value)
                    .build();
            PatchProposal proposal = new PatchProposal(
                    "p-1",
                    "c",
                    "guest",
                    Optional.empty(),
                    JsonArray.of(add),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
            sender.send(proposal).get();
        }
    }

    private static Cli run(EmbeddedBroker broker, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--bootstrap-server", broker.bootstrapServers()));
        return Cli.run(all.toArray(String[]::new));
    }
}
