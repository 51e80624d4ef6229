package io.patchboard.standalone.demo;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogRecord;
import io.patchboard.examples.evidence.EvidenceReview;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.EndEvent;
import io.patchboard.record.LogEntry;
import io.patchboard.standalone.run.BoardRun;
import io.patchboard.standalone.run.Workers;
import io.patchboard.standalone.screen.Tally;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/** Runs the boards of the example, one after the other. */
public final class Demo {

    private static final Duration LONGEST_BOARD = Duration.ofMinutes(2);

    private final Json blueprint;
    private final Supplier<String> ids;
    private final Watcher watcher;

    /**
     * Who is told what happens.
     */
    public interface Watcher {

        void begins(int number, int count, String boardId, String question, Tally tally);

        void entry(LogRecord entry);

        void ended(Finding finding);
    }

    /**
     * @param blueprint of the example, as a JSON value
     * @param ids gives something new at each call, for the boards' ids
     */
    public Demo(Json blueprint, Supplier<String> ids, Watcher watcher) {
        this.blueprint = blueprint;
        this.ids = ids;
        this.watcher = watcher;
    }

    /** The scripted team. */
    public static Workers workers() {
        try {
            return Workers.parse(EvidenceReview.workers(), Path.of("workers.yaml"));
        } catch (ConfigException e) {
            throw new IllegalStateException("Expected the example's workers.yaml to be valid.", e);
        }
    }

    /** @return what came of each question; fewer than there are, if the thread is interrupted */
    public List<Finding> run(KafkaConnection connection) {
        List<Finding> findings = new ArrayList<>();
        for (String name : EvidenceReview.BOARDS) {
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
            findings.add(run(connection, name, findings.size() + 1));
        }
        return findings;
    }

    private Finding run(KafkaConnection connection, String name, int number) {
        JsonObject input = EvidenceReview.input(name);
        String id = ids.get();
        String boardId = "demo-" + name.substring(name.indexOf('-') + 1) + "-" + id;
        Tally tally = new Tally();
        watcher.begins(number, EvidenceReview.BOARDS.size(), boardId, Finding.question(input), tally);
        CreateBoard command = new CreateBoard("create-" + id, boardId, blueprint, input);
        BoardRun.Outcome outcome =
                BoardRun.run(connection, command, Follow.FROM_BEGINNING.within(LONGEST_BOARD), Set.of(), entry -> {
                    tally.count(entry.entry());
                    watcher.entry(entry);
                });
        Finding finding = finding(boardId, input, EvidenceReview.gold(name), outcome, tally);
        watcher.ended(finding);
        return finding;
    }

    private static Finding finding(
            String boardId, JsonObject input, JsonObject gold, BoardRun.Outcome outcome, Tally tally) {
        if (outcome.last().isEmpty()) {
            return Finding.ended(boardId, input, gold, "open", "", 0, tally);
        }
        LogEntry last = outcome.last().get();
        long version = last.header().version();
        if (last.event() instanceof BoardCompleted completed) {
            return Finding.completed(
                    boardId,
                    input,
                    gold,
                    completed.result(),
                    completed.stateHash().hex(),
                    version,
                    tally);
        }
        return last.event() instanceof EndEvent end
                ? Finding.ended(
                        boardId, input, gold, ending(end), end.stateHash().hex(), version, tally)
                : Finding.ended(boardId, input, gold, "rejected", "", version, tally);
    }

    /** {@code halted} for a {@code BoardHalted}. */
    private static String ending(EndEvent end) {
        return end.type().replace("Board", "").toLowerCase(Locale.ROOT);
    }
}
