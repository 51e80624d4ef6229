package io.patchboard.standalone.screen;

import io.patchboard.client.board.Consumption;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.Stage;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What happened on a board, in numbers, and whom it waits for. */
public final class Tally {

    private long committed;
    private long invoked;
    private long tripped;
    private long stopped;
    private final Map<Stage, Long> rejected = new EnumMap<>(Stage.class);
    private final Map<String, String> open = new LinkedHashMap<>();
    private final Consumption consumption = new Consumption();

    public synchronized void count(LogEntry entry) {
        consumption.accept(entry);
        if (entry.event() instanceof PatchCommitted patch) {
            committed++;
            patch.invocationId().ifPresent(open::remove);
        } else if (entry.event() instanceof WorkerInvoked invitation) {
            invoked++;
            open.put(invitation.invocationId(), invitation.worker());
        } else if (entry.event() instanceof PatchRejected patch) {
            rejected(patch);
            patch.invocationId().ifPresent(open::remove);
        } else if (entry.event() instanceof CommandRejected command) {
            rejected(command);
        } else if (entry.event() instanceof CircuitTripped) {
            tripped++;
        } else if (entry.event() instanceof BranchStopped) {
            stopped++;
        }
    }

    private void rejected(RejectedEvent entry) {
        rejected.merge(entry.stage(), 1L, Long::sum);
    }

    public synchronized void add(Tally other) {
        committed += other.committed();
        invoked += other.invoked();
        tripped += other.tripped();
        stopped += other.stopped();
        other.byStage().forEach((stage, count) -> rejected.merge(stage, count, Long::sum));
    }

    public synchronized long committed() {
        return committed;
    }

    public synchronized long invoked() {
        return invoked;
    }

    /** How often a detector of circles tripped. */
    public synchronized long tripped() {
        return tripped;
    }

    /** Triggers that were given up. */
    public synchronized long stopped() {
        return stopped;
    }

    public synchronized long rejected() {
        return rejected.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Only stages that occurred, in the order in which they are checked. */
    public synchronized Map<Stage, Long> byStage() {
        return rejected.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(rejected));
    }

    /** As {@code SYNTAX 1 · SCHEMA 2}. */
    public String stages() {
        return byStage().entrySet().stream()
                .map(stage -> stage.getKey() + " " + stage.getValue())
                .collect(Collectors.joining(" · "));
    }

    /** Whose calls took how many tokens, a line each, the most first; empty if nobody reported any. */
    public synchronized List<String> tokens() {
        return TokenLines.of(consumption);
    }

    /** As {@code 12 committed, 3 rejected, waiting for extractor ×2 and writer}. */
    public synchronized String line() {
        Map<String, Integer> waiting = new LinkedHashMap<>();
        open.values().forEach(worker -> waiting.merge(worker, 1, Integer::sum));
        List<String> names = new ArrayList<>();
        waiting.forEach((worker, count) -> names.add(count == 1 ? worker : worker + " ×" + count));
        return committed + " committed, " + rejected() + " rejected"
                + (names.isEmpty() ? "" : ", waiting for " + String.join(", ", names));
    }

    public JsonObject toJson() {
        JsonObject.Builder stages = JsonObject.builder();
        byStage().forEach((stage, count) -> stages.put(stage.name(), count));
        return JsonObject.builder()
                .put("committed", committed())
                .put("rejected", rejected())
                .put("invoked", invoked())
                .put("rejectedByStage", stages.build())
                .put("tripped", tripped())
                .put("stopped", stopped())
                .putIfPresent("usage", Optional.of(consumption.toJson()).filter(lines -> !lines.isEmpty()))
                .build();
    }
}
