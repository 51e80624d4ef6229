package io.patchboard.standalone.crash;

import io.patchboard.json.Json;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.ResumeBoard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Makes boards and proposes changes to them without being asked, good and bad ones, for as long as it is not stopped.
 * It never lets more wait than a kernel that dies every few seconds can work off.
 */
public final class Load {

    private static final int MOST_BOARDS_AT_ONCE = 12;
    private static final int MOST_HELD_BOARDS = 8;
    private static final int MOST_WAITING = 150;
    private static final int MILLIS_BETWEEN = 10;

    /** For ten forks, twice as many for the next ten, and so on: each reads a log that has become longer. */
    private static final int REQUESTS_TO_A_FORK = 40;

    private static final int PAUSE_MILLIS = 700;

    private final Forks forks;
    private final Ledger ledger;
    private final Watcher watcher;
    private final Random random;
    private final Requests requests;
    private final Json blueprint;
    private final List<String> held = new ArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> steps;
    private int boards;

    public Load(Ledger ledger, Watcher watcher, Json blueprint, Forks forks, Random random) {
        this.forks = forks;
        this.ledger = ledger;
        this.watcher = watcher;
        this.blueprint = blueprint;
        this.random = random;
        this.requests = new Requests(ledger, random);
        this.steps = clock.scheduleWithFixedDelay(this::step, 0, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
    }

    private void step() {
        if (ledger.requests() - watcher.outcomes() > MOST_WAITING) {
            return;
        }
        Set<String> running = watcher.running();
        if (boards - watcher.created().size() + running.size() - held.size() < MOST_BOARDS_AT_ONCE) {
            create();
        }
        List<String> any = new ArrayList<>(running);
        if (!any.isEmpty()) {
            String board = any.get(random.nextInt(any.size()));
            request(board);
            boolean due = forks.count() == 0 || random.nextInt(REQUESTS_TO_A_FORK * (1 + forks.count() / 10)) == 0;
            if (due && !held.contains(board)) {
                forks.fork(board, requests.nextId("fork"), "fork-" + boards++);
            }
        }
    }

    private void create() {
        boolean hold = held.size() < MOST_HELD_BOARDS && boards % 3 == 1;
        String id = "board-" + boards++;
        if (hold) {
            held.add(id);
        }
        CreateBoard create = new CreateBoard(requests.nextId("create"), id, blueprint, CrashBlueprint.input(hold));
        ledger.command(create);
        if (random.nextInt(4) == 0) {
            ledger.command(create); // the same again
        }
        if (random.nextInt(8) == 0) {
            ledger.command(
                    new CreateBoard(requests.nextId("create"), id, blueprint, CrashBlueprint.input(hold))); // too late
        }
    }

    private void request(String board) {
        int kind = random.nextInt(100);
        if (kind < 50) {
            requests.propose(board, "scribe", "{'op':'add','path':'/notes/-','value':'" + requests.ids() + "'}");
        } else if (kind < 58) {
            requests.propose(board, "scribe", "{'op':'add','path':'/notes/-','value':" + requests.ids() + "}");
        } else if (kind < 64) {
            requests.propose(board, "scribe", "{'op':'remove','path':'/items/0'}");
        } else if (kind < 68) {
            requests.propose(board, "stranger", "{'op':'remove','path':'/items/0'}");
        } else if (kind < 72) {
            requests.propose("nobody-made-" + board, "scribe", "{'op':'add','path':'/notes/-','value':'x'}");
        } else if (kind < 76) {
            // After ten in a row the circuit of a witness would be open when its word is needed.
            String worker = held.contains(board) ? "scribe" : "witness";
            requests.propose(board, worker, "{'op':'test','path':'/items','value':0}");
        } else if (kind < 92) {
            ledger.repeat();
        } else if (kind < 96) {
            ledger.garbage(board);
        } else if (kind < 99) {
            ledger.command(new PauseBoard(requests.nextId("pause"), board, Optional.empty()));
            clock.schedule(() -> resume(board), random.nextInt(PAUSE_MILLIS), TimeUnit.MILLISECONDS);
        } else if (!held.contains(board)) {
            ledger.command(new CancelBoard(requests.nextId("cancel"), board, Optional.empty()));
        }
    }

    private void resume(String board) {
        ledger.command(new ResumeBoard(requests.nextId("resume"), board, Optional.empty()));
    }

    /** Fails if the load could not go on by itself. */
    public void check() throws ExecutionException, InterruptedException {
        if (steps.isDone()) {
            steps.get();
        }
    }

    /** Forks a board that was made, if none was: on a slow machine nothing may have run between two kills. */
    public void forkOne() {
        if (forks.count() == 0) {
            String board = watcher.created().stream()
                    .filter(made -> !held.contains(made))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
            forks.fork(board, requests.nextId("fork"), "fork-" + boards++);
        }
    }

    /** Boards that wait for a witness. */
    List<String> held() {
        return List.copyOf(held);
    }

    int boards() {
        return boards;
    }

    /** Makes no more requests. Boards that are paused are resumed. */
    public void stop() throws Exception {
        check();
        steps.cancel(false);
        clock.shutdown();
        if (!clock.awaitTermination(5, TimeUnit.MINUTES)) {
            throw new IllegalStateException("Expected the load to stop within 5 minutes, but it goes on.");
        }
    }
}
