package io.patchboard.faults.board;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.tree.Trees;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A board of the real kernel, in memory: bytes go through its decoder and its decider, and its log is kept here. */
public final class KernelBoard implements Blackboard {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Kernel kernel;
    private final SeenIds history;
    private final List<LogEntry> log;
    private final List<Sent> sent;
    private Board board;
    private Instant now;
    private boolean waited;

    private KernelBoard(Kernel kernel, SeenIds history, List<LogEntry> log, List<Sent> sent, Board board, Instant now) {
        this.kernel = kernel;
        this.history = history;
        this.log = log;
        this.sent = sent;
        this.board = board;
        this.now = now;
    }

    /**
     * A record that the board had.
     *
     * @param before how many entries its log had then
     */
    public record Sent(byte[] record, int before) {}

    /** A board that was just created. */
    public static KernelBoard create(Kernel kernel, String id, JsonNode blueprint, JsonNode input) {
        KernelBoard created =
                new KernelBoard(kernel, new SeenIds(), new ArrayList<>(), new ArrayList<>(), Board.absent(id), START);
        CreateBoard command = new CreateBoard(
                "create",
                id,
                JsonReader.parse(Trees.text(kernel.blueprint(blueprint))),
                JsonReader.parse(Trees.text(input)));
        List<LogEntry> entries = created.decide(new Input.Commanded(command, command.toJson()));
        if (created.board.phase() == Phase.ABSENT) {
            throw new IllegalArgumentException("Expected a sound blueprint, but the kernel says " + entries);
        }
        return created;
    }

    /** The same board, to be changed without changing this one. */
    public KernelBoard copy() {
        KernelBoard copy =
                new KernelBoard(kernel, history.copy(), new ArrayList<>(log), new ArrayList<>(sent), board, now);
        copy.waited = waited;
        return copy;
    }

    public List<LogEntry> log() {
        return List.copyOf(log);
    }

    /** What it had since it was created. */
    public List<Sent> sent() {
        return List.copyOf(sent);
    }

    /** Whether time had to pass for it to get where it is. */
    public boolean waited() {
        return waited;
    }

    public Board board() {
        return board;
    }

    public JsonNode state() {
        return Trees.parse(JsonWriter.compact(board.state()));
    }

    /** What follows from a record on the topic of proposals. */
    public List<LogEntry> send(byte[] record) {
        now = now.plusMillis(20);
        sent.add(new Sent(record, log.size()));
        byte[] key = board.id().getBytes(StandardCharsets.UTF_8);
        return decide(kernel.inputs().read(false, key, record, 0).input());
    }

    /** Lets time pass until something is due; nothing happens if nothing ever will. */
    public List<LogEntry> passTime() {
        waited = true;
        Instant due = board.nextDue().orElse(now);
        now = due.isAfter(now) ? due : now;
        return decide(new Input.Tick());
    }

    private List<LogEntry> decide(Input input) {
        Decision decision = kernel.decider().decide(board, input, history, now);
        board = decision.board();
        decision.entries().forEach(history::remember);
        log.addAll(decision.entries());
        decision.entries().forEach(kernel.listener());
        return decision.entries();
    }

    @Override
    public void deliver(byte[] record) {
        send(record);
    }

    @Override
    public byte[] stored() {
        return JsonWriter.compact(board.state()).getBytes(StandardCharsets.UTF_8);
    }
}
