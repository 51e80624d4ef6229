package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.gateway.blob.DirectoryBlobs;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.record.BlobHandle;
import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import io.patchboard.standalone.run.BlobCollection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Boards that point to blobs: judged, told of when one is missing, and collected when nobody names it. */
class BlobsApiTest extends ApiRig {

    private static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "photos",
             "state": {"schema": {"type": "object", "properties": {
                         "photo": {"$blob": {"types": ["image/*"], "maxBytes": 1000}}}},
                       "initial": {}},
             "workers": {"guest": {"unsolicited": true,
                                   "write": [{"op": ["add", "remove"], "path": "/photo"}], "privileged": true}},
             "complete": {"when": "has(state.never)"}}""";

    private String put(String text, String type) throws Exception {
        Answer stored = api.put("/v1/blobs", text, "Content-Type", type);
        assertThat(stored.status()).as(stored.text()).isIn(200, 201);
        return stored.text();
    }

    private static String sha256(String handle) {
        return BlobHandle.of(JsonReader.parse(handle)).orElseThrow().sha256();
    }

    private void create(String board) throws Exception {
        Answer created = api.post("/v1/boards", "{\"boardId\":\"" + board + "\",\"blueprint\":" + BLUEPRINT + "}");
        assertThat(created.status()).as(created.text()).isEqualTo(201);
    }

    private Answer propose(String board, String operation) throws Exception {
        return api.post("/v1/boards/" + board + "/proposals", "{\"worker\":\"guest\",\"patch\":[" + operation + "]}");
    }

    private static String add(String handle) {
        return "{\"op\":\"add\",\"path\":\"/photo\",\"value\":" + handle + "}";
    }

    private Path file(String sha256) throws IOException {
        try (Stream<Path> files = Files.walk(api.blobDir())) {
            return files.filter(file -> file.getFileName().toString().equals(sha256))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void board_takesAHandleOfTheRightType_andSaysWhenItsBytesAreMissing() throws Exception {
        create("album");
        String photo = put("a photo", "image/png");

        Answer text = propose("album", add(put("a text", "text/plain")));
        assertThat(text.status()).isEqualTo(422);
        assertThat(text.text()).contains("\"stage\":\"SCHEMA\"", "\"code\":\"$blob\"", "image/*");
        assertThat(propose("album", add(photo)).status()).isEqualTo(200);
        assertThat(api.get("/v1/boards/album").json().has("missingBlobs")).isFalse();

        Path kept = file(sha256(photo));
        Path aside = Files.move(kept, api.blobDir().resolve("aside"));
        assertThat(api.get("/v1/boards/album").text()).contains("\"missingBlobs\":[\"" + sha256(photo) + "\"]");
        assertProblem(api.get("/v1/blobs/" + sha256(photo)), 404);
        assertThat(cli("blob", "collect", "--dry-run", "--blobs", api.blobDir().toString())
                        .out())
                .contains("missing " + sha256(photo) + ", which board album names");
        String[] show = {"board", "show", "album", "--blobs", api.blobDir().toString()};
        assertThat(cli(show).out()).contains("missing blob   " + sha256(photo));
        Files.move(aside, kept);
        assertThat(cli(show).out()).doesNotContain("missing blob");
        assertThat(api.get("/v1/blobs/" + sha256(photo)).text()).isEqualTo("a photo");
        Answer known = api.get("/v1/blobs/" + sha256(photo), "If-None-Match", "\"" + sha256(photo) + "\"");
        assertThat(known.status()).isEqualTo(304);
        assertThat(known.text()).isEmpty();
    }

    @Test
    void storeThatHangs_isSaid_andHoldsUpNoBoard() throws Exception {
        create("slow");
        create("other");
        String photo = put("a photo of a snail", "image/png");
        assertThat(propose("slow", add(photo)).status()).isEqualTo(200);
        api.blobs().hold();
        try {
            for (int i = 0; i < 30; i++) {
                assertThat(api.get("/v1/boards/slow").text()).contains("\"blobsUnknown\":true");
            }
            assertThat(api.blobs().waiting()).as("looks that hang").isLessThan(10);
            assertThat(api.get("/v1/boards/other").json().has("blobsUnknown")).isFalse();
            Answer changed = propose("slow", "{\"op\":\"remove\",\"path\":\"/photo\"}");
            assertThat(changed.status()).as(changed.text()).isEqualTo(200);
            assertThat(propose("slow", add(photo)).status()).isEqualTo(200);
        } finally {
            api.blobs().release();
        }
        await().atMost(PATIENCE).until(() -> !api.get("/v1/boards/slow").json().has("blobsUnknown"));
        assertThat(api.get("/v1/boards/slow").json().has("missingBlobs")).isFalse();
        assertThat(api.get("/v1/blobs/" + sha256(photo)).text()).isEqualTo("a photo of a snail");
    }

    @Test
    void whoPolls_getsAddressesOfTheBlobs_thatNeedNoToken() throws Exception {
        String photo = put("a photo for whoever polls", "image/png");
        String blueprint = """
                {"apiVersion": "patchboard/v1", "name": "polled",
                 "state": {"schema": {"type": "object"}, "initial": {"photo": {"$input": "/photo"}}},
                 "workers": {"seer": {"queue": "seers", "read": ["/photo"],
                                      "write": [{"op": ["add"], "path": "/seen"}]}},
                 "rules": [{"name": "see", "on": {"event": "created"}, "invoke": "seer"}]}""";
        assertThat(api.post(
                                "/v1/boards",
                                "{\"boardId\":\"polled\",\"blueprint\":" + blueprint + ",\"input\":{\"photo\":" + photo
                                        + "}}")
                        .status())
                .isEqualTo(201);

        JsonObject blobs =
                (JsonObject) poll("seers", "{\"wait\":\"PT20S\"}").get("blobs").orElseThrow();

        String address = ((JsonString) blobs.get(sha256(photo)).orElseThrow()).value();
        assertThat(address).startsWith("/v1/blobs/" + sha256(photo) + "?capability=");
        assertThat(api.get(address).text()).isEqualTo("a photo for whoever polls");
    }

    @Test
    void erase_leavesNoByte_andTheBoardSaysSo() throws Exception {
        create("erased");
        String photo = put("a photo of somebody who does not want it", "image/png");
        assertThat(propose("erased", add(photo)).status()).isEqualTo(200);

        Cli done =
                Cli.run("blob", "erase", sha256(photo), "--blobs", api.blobDir().toString());
        assertThat(done.out()).as(done.err()).isEqualToIgnoringNewLines("erased " + sha256(photo));

        try (Stream<Path> files = Files.walk(api.blobDir().getParent())) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().noneMatch(BlobsApiTest::tellsOfThePhoto);
        }
        assertThat(api.get("/v1/boards/erased").text()).contains("\"missingBlobs\":[\"" + sha256(photo) + "\"]");
        assertProblem(api.get("/v1/blobs/" + sha256(photo)), 404);
        assertThat(Cli.run(
                                "blob",
                                "erase",
                                sha256(photo),
                                "--blobs",
                                api.blobDir().toString())
                        .out())
                .contains("there was no blob");
        assertThat(Cli.run("blob", "erase", sha256(photo)).exitCode()).isEqualTo(1);
        put("a photo of somebody who does not want it", "image/png");
        assertThat(api.get("/v1/boards/erased").json().has("missingBlobs")).isFalse();
    }

    private static boolean tellsOfThePhoto(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains("a photo of somebody");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void collect_removesWhatNobodyNames_andKeepsWhatABoardEverNamed(@TempDir Path dir) throws Exception {
        create("former");
        String former = put("a photo that was removed", "image/png");
        assertThat(propose("former", add(former)).status()).isEqualTo(200);
        assertThat(propose("former", "{\"op\":\"remove\",\"path\":\"/photo\"}").status())
                .isEqualTo(200);
        Path page = Files.writeString(dir.resolve("page.png"), "a page that nobody names");
        Cli put =
                Cli.run("blob", "put", page.toString(), "--blobs", api.blobDir().toString());
        assertThat(put.exitCode()).as(put.err()).isZero();
        String unnamed = sha256(put.out());
        String young = sha256(put("another one", "image/png"));
        for (String sha256 : new String[] {sha256(former), unnamed}) {
            Files.setLastModifiedTime(file(sha256), FileTime.from(Instant.EPOCH));
        }

        Cli asked = collect("--dry-run");
        assertThat(asked.out()).contains("would remove " + unnamed).doesNotContain(young, sha256(former));
        assertThat(file(unnamed)).exists();

        Cli done = collect("--json");
        assertThat(done.exitCode()).as(done.err()).isZero();
        assertThat(((JsonObject) done.json()).get("removed")).contains(JsonArray.of(Json.of(unnamed)));
        assertThat(api.get("/v1/blobs/" + unnamed).status()).isEqualTo(404);
        assertThat(api.get("/v1/blobs/" + young).text()).isEqualTo("another one");
        assertThat(api.get("/v1/blobs/" + sha256(former)).text()).isEqualTo("a photo that was removed");
        assertThat(Cli.run("blob", "get", unnamed, "--blobs", api.blobDir().toString())
                        .err())
                .contains("there is none");
    }

    @Test
    void server_removesWhatNobodyNames_byItself() throws Exception {
        create("collected");
        String named = put("a photo that stays", "image/png");
        assertThat(propose("collected", add(named)).status()).isEqualTo(200);
        String young = sha256(put("a photo that is to be named", "image/png"));
        String unnamed = sha256(put("a photo that nobody names", "image/png"));
        for (String sha256 : new String[] {sha256(named), unnamed}) {
            Files.setLastModifiedTime(file(sha256), FileTime.from(Instant.EPOCH));
        }

        Path gone = file(unnamed);
        BlobStore store = DirectoryBlobs.open(api.blobDir(), Long.MAX_VALUE, Long.MAX_VALUE);
        try (BlobCollection collection =
                BlobCollection.start(store, Duration.ofMillis(100), Duration.ofDays(1), all.connection())) {
            await().atMost(PATIENCE).until(() -> Files.notExists(gone));
        }
        assertThat(store.missing(List.of(sha256(named), young, unnamed))).containsExactly(unnamed);
    }

    /** It is in no log, and was acknowledged. */
    @Test
    void collect_leavesWhatAMessageNamesThatWaitsForAPausedBoard() throws Exception {
        create("paused");
        assertThat(api.post("/v1/boards/paused/pause", "{}").status()).isEqualTo(200);
        String photo = put("a photo that waits", "image/png");
        Answer sent = api.post(
                "/v1/boards/paused/proposals",
                "{\"worker\":\"guest\",\"patch\":[" + add(photo) + "]}",
                "Prefer",
                "wait=0");
        assertThat(sent.status()).as(sent.text()).isEqualTo(202);
        Files.setLastModifiedTime(file(sha256(photo)), FileTime.from(Instant.EPOCH));

        Cli done = collect("--json");

        assertThat(done.exitCode()).as(done.err()).isZero();
        assertThat(file(sha256(photo))).exists();
        assertThat(api.post("/v1/boards/paused/resume", "{}").status()).isEqualTo(200);
        await().atMost(PATIENCE)
                .until(() -> api.get("/v1/boards/paused/state").text().contains(sha256(photo)));
        assertThat(api.get("/v1/blobs/" + sha256(photo)).text()).isEqualTo("a photo that waits");
    }

    @Test
    void collect_withoutTheStoreThatIsMeant_removesNothing() {
        Cli unnamed = cli("blob", "collect");

        assertThat(unnamed.exitCode()).isEqualTo(1);
        assertThat(unnamed.err()).contains("Expected --blobs DIR");
    }

    private Cli collect(String option) {
        return cli("blob", "collect", option, "--blobs", api.blobDir().toString());
    }

    @Test
    void get_toAFile_writesTheBytes_orLeavesWhatIsThere(@TempDir Path dir) throws Exception {
        String sha256 = sha256(put("as it was", "image/png"));
        Path target = dir.resolve("out");
        String[] get = {
            "blob",
            "get",
            sha256,
            "--output",
            target.toString(),
            "--blobs",
            api.blobDir().toString()
        };

        assertThat(Cli.run(get).exitCode()).isZero();
        assertThat(target).hasContent("as it was");

        Path kept = file(sha256);
        Files.delete(kept);
        Files.write(kept, HexFormat.of().parseHex("00"));
        Cli wrong = Cli.run(get);
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err()).contains("the store has others under its name");
        assertThat(dir.toFile().list()).hasSize(1);
        assertThat(target).hasContent("as it was");
    }
}
