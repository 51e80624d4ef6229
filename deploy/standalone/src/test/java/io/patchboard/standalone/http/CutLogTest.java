package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.standalone.cli.Cli;
import io.patchboard.standalone.http.RunningApi.Answer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A topic of the log that retention has cut: each read says so; the kernel, and boards made later, go on. */
@Tag("long")
class CutLogTest extends ApiRig {

    private static final String LEFT = "what is left of it begins at entry";

    private void cut(String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", all.bootstrapServers()))) {
            Map<TopicPartition, OffsetSpec> all =
                    admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions().stream()
                            .collect(Collectors.toMap(
                                    next -> new TopicPartition(topic, next.partition()), next -> OffsetSpec.latest()));
            Map<TopicPartition, RecordsToDelete> before = admin.listOffsets(all).all().get().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            end -> RecordsToDelete.beforeOffset(end.getValue().offset())));
            admin.deleteRecords(before).all().get();
        }
    }

    private void assertCut(Answer answer) {
        assertProblem(answer, 410);
        assertThat(answer.text("detail")).contains("\"old\"", LEFT, "/v1/boards/{id}/log");
    }

    @Test
    void eachRead_saysThatTheBeginningIsGone() throws Exception {
        assertThat(api.createBoard("old", "q-old").status()).isEqualTo(201);
        cut(all.connection().topics().committed());
        assertThat(api.get("/v1/boards/old/state").status())
                .as("an index that has them keeps what was cut")
                .isEqualTo(200);

        try (RunningApi other = new RunningApi(all)) {
            await().atMost(PATIENCE).untilAsserted(() -> assertCut(other.get("/v1/boards/old")));
            for (String read : List.of(
                    "/state", "/state?version=1", "/diff?from=1", "/history?path=/notes", "/workflow", "/blueprint")) {
                assertCut(other.get("/v1/boards/old" + read));
            }
            for (String write : List.of("/fork", "/restore")) {
                assertCut(other.post("/v1/boards/old" + write, "{\"reason\":\"r\",\"version\":1}"));
            }
            assertCut(other.post("/v1/boards/old/proposals?dryRun=true", "{\"worker\":\"guest\",\"patch\":[]}"));
            Answer gone = other.get("/v1/boards/old/entries/1");
            assertProblem(gone, 404);
            assertThat(gone.text("detail")).contains("does not have it", "cut");
            assertProblem(other.get("/v1/boards/old/causes/1"), 404);
            assertThat(other.get("/v1/boards/old/log").text())
                    .contains("WorkerInvoked")
                    .doesNotContain("BoardCreated");
            assertThat(other.get("/v1/boards/nobody").status()).isEqualTo(404);

            Answer refused = other.post("/v1/boards/old/proposals", "{\"worker\":\"guest\",\"patch\":\"none\"}");
            assertThat(refused.status()).as(refused.text()).isEqualTo(422);
            assertCut(other.get("/v1/boards/old"));
            assertCut(other.get("/v1/boards/old/state?minSequence=2"));

            assertThat(other.createBoard("new", "q-new").status()).isEqualTo(201);
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(other.get("/v1/boards").text()).contains("\"new\""));
            assertThat(other.get("/v1/boards").text()).doesNotContain("\"old\"");
        }

        for (List<String> read : List.of(
                List.of("board", "show", "old"),
                List.of("board", "state", "old"),
                List.of("board", "diff", "old", "1", "2"),
                List.of("board", "fork", "old", "--reason", "r"))) {
            Cli cli = cli(read.toArray(String[]::new));
            assertThat(cli.exitCode()).as(read + cli.out()).isNotZero();
            assertThat(cli.err()).as("%s", read).contains(LEFT);
        }
        assertThat(cli("board", "log", "old").out()).contains("scribe");
        Cli replay = cli("replay", "--verify");
        assertThat(replay.exitCode()).isEqualTo(5);
        assertThat(replay.out()).contains("old", "sequence");
    }

    /** An id had a rejection alone, which was cut; then somebody made a board with it. */
    @Test
    void boardOfAnIdWhoseRejectionsAreGone_isReadAsAny() throws Exception {
        assertThat(api.post("/v1/boards", "{\"boardId\":\"mended\",\"blueprint\":{}}")
                        .status())
                .isEqualTo(422);
        assertThat(cli("board", "log", "mended").out()).contains("SYNTAX blueprint");
        cut(all.connection().topics().rejected());
        assertThat(api.createBoard("mended", "q-mended").status()).isEqualTo(201);

        try (RunningApi other = new RunningApi(all)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    other.get("/v1/boards/mended/state").status())
                            .isEqualTo(200));
        }
        Cli shown = cli("board", "show", "mended");
        assertThat(shown.exitCode()).as(shown.err()).isZero();
        Cli replay = cli("replay", "mended", "--verify");
        assertThat(replay.exitCode()).as(replay.out()).isZero();
        assertThat(replay.out()).contains("what mended had before its creation is not checked", "identical");
    }
}
