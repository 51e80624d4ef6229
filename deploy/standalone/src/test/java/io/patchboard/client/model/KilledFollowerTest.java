package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogTopics;
import io.patchboard.client.log.SampleLog;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.broker.EmbeddedBroker;
import io.patchboard.standalone.broker.EmbeddedBrokerConfig;
import io.patchboard.standalone.jvm.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A read side is killed again and again while it makes its index: it goes on where it was, and in the end answers every
 * question as one does that was never killed.
 */
@Tag("long")
class KilledFollowerTest {

    private static final int BOARDS = 300;
    private static final int BATCH = 100;
    private static final int LEAST_KILLS = 5;

    @TempDir
    private static Path dir;

    /**
     * What became of one process.
     *
     * @param at how many records were kept when it began
     */
    private record Life(long at, boolean killed) {}

    @Test
    void killedWhileItMakesItsIndex_goesOn_andAnswersAsOneThatWasNot() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBrokerConfig.on(dir.resolve("broker")))) {
            write(broker.bootstrapServers());
            List<Life> lives = new ArrayList<>();
            do {
                // Right after a batch, or in the middle of the next one.
                lives.add(live(broker.bootstrapServers(), lives.size() % 3, lives.size() % 2 == 1));
            } while (lives.getLast().killed());

            assertThat(lives).hasSizeGreaterThan(LEAST_KILLS);
            for (int i = 1; i < lives.size(); i++) {
                assertThat(lives.get(i).at()).isGreaterThan(lives.get(i - 1).at());
            }
            assertThat(answers(broker.bootstrapServers(), dir.resolve("killed")))
                    .isEqualTo(answers(broker.bootstrapServers(), dir.resolve("at-once")));
        }
    }

    /** @param more batches that it may keep after the first, before it is killed */
    private static Life live(String servers, int more, boolean inTheMiddle) throws Exception {
        Process process = new ProcessBuilder(ChildJvm.running(
                        FollowerProcess.class, servers, dir.resolve("killed").toString(), Integer.toString(BATCH)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
                OutputStream permissions = process.getOutputStream()) {
            long at = -1;
            int kept = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(FollowerProcess.AT)) {
                    at = Long.parseLong(line.substring(FollowerProcess.AT.length()));
                } else if (line.equals(FollowerProcess.KEPT)) {
                    kept++;
                    if (kept > more) {
                        if (inTheMiddle) {
                            permit(permissions);
                        }
                        process.destroyForcibly().waitFor();
                        return new Life(at, true);
                    }
                    permit(permissions);
                } else if (line.equals(FollowerProcess.CAUGHT_UP)) {
                    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
                    return new Life(at, false);
                }
            }
            throw new AssertionError("Expected to kill it, or that it catches up, but it ended.");
        } finally {
            process.destroyForcibly();
        }
    }

    private static void permit(OutputStream permissions) throws IOException {
        permissions.write(1);
        permissions.flush();
    }

    private static void write(String servers) {
        try (LogTopics topics = new LogTopics(servers)) {
            for (int i = 0; i < BOARDS; i++) {
                topics.commit(log(i));
            }
        }
    }

    private static List<LogEntry> log(int number) {
        String id = "board-" + number;
        return switch (number % 5) {
            case 0 -> new SampleLog(id).createdWithLabel("team", "red").entries();
            case 1 ->
                new SampleLog(id).created().invoked("i-1").rejected("p-1", "").entries();
            case 2 ->
                new SampleLog(id)
                        .created()
                        .invoked("i-1")
                        .outage("p-1", "i-1", "Expected an answer, but none came.")
                        .entries();
            case 3 -> new SampleLog(id).rejected("p-1", "").entries();
            default -> SampleLog.completed(id).entries();
        };
    }

    /** Of all questions, by the question. */
    private static Map<String, Object> answers(String servers, Path index) throws Exception {
        try (BoardModel model = BoardModel.follow(KafkaConnection.to(servers), index)) {
            model.awaitAll();
            Map<String, Object> answers = new LinkedHashMap<>();
            List<Summary> all = list(model, BoardQuery.ALL);
            assertThat(all).hasSize(BOARDS - BOARDS / 5);
            answers.put("all", all);
            answers.put("recent", list(model, BoardQuery.ALL.withOrder(BoardQuery.Order.RECENT)));
            answers.put("needs", list(model, BoardQuery.ALL.needing(BoardQuery.Needs.PERSON_ITSELF)));
            answers.put("worker", list(model, query(Optional.of("counter"), Optional.empty())));
            answers.put("label", list(model, query(Optional.empty(), Optional.of("team=red"))));
            for (Phase phase : Phase.values()) {
                answers.put("count " + phase, model.count(phase));
            }
            for (RejectionQuery.By by : RejectionQuery.By.values()) {
                RejectionQuery query =
                        new RejectionQuery(Optional.empty(), Optional.of("counter"), Optional.empty(), by);
                answers.put("rejections by " + by, model.rejections(query));
                if (by == RejectionQuery.By.WORKER || by == RejectionQuery.By.MODEL) {
                    answers.put("answers by " + by, model.answers(query));
                }
            }
            answers.put("approvals", model.approvals(Optional.empty(), Optional.empty()));
            answers.put("actions", model.actions(Optional.empty(), Optional.empty(), Optional.empty(), BOARDS));
            for (int number = 0; number < BOARDS; number++) {
                String id = "board-" + number;
                List<LogEntry> log = new ArrayList<>();
                model.logs().all(id, log::add);
                assertThat(log).isEqualTo(log(number));
                answers.put("summary of " + id, model.summary(id));
                answers.put("tasks of " + id, model.tasks(id));
                for (long version = 1; version <= 2; version++) {
                    answers.put(
                            id + " at " + version,
                            model.at(id, version, at -> at.board().state()));
                }
            }
            return answers;
        }
    }

    private static BoardQuery query(Optional<String> worker, Optional<String> label) {
        return new BoardQuery(
                Optional.empty(),
                Optional.empty(),
                worker,
                label.map(BoardQuery.Label::parse),
                Optional.empty(),
                Optional.empty(),
                BoardQuery.Order.ID);
    }

    private static List<Summary> list(BoardModel model, BoardQuery query) {
        List<Summary> found = new ArrayList<>();
        Optional<BoardPage.Place> next = Optional.of(BoardPage.Place.FIRST);
        while (next.isPresent()) {
            BoardPage page = model.list(query, next.get(), 100);
            found.addAll(page.boards());
            next = page.next();
        }
        return found;
    }
}
