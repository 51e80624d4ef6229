package io.patchboard.standalone.replay;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CancelBoard;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.ResumeBoard;
import io.patchboard.standalone.crash.Ledger;
import io.patchboard.standalone.crash.Requests;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Creates the boards, and asks for something on them, round after round. Which boards stay open is said here. */
final class VariedLoad {

    /** Boards that are left with whatever waits there. */
    static final List<String> OPEN = List.of("flow-open", "flow-paused");

    private static final List<String> FLOWS =
            List.of("flow-0", "flow-1", "flow-2", "flow-Ü/é 😀", "flow-cancelled", "flow-open", "flow-paused");

    private static final int ROUNDS = 24;

    private final Ledger ledger;
    private final Random random;
    private final Requests requests;

    VariedLoad(Ledger ledger, Random random) {
        this.ledger = ledger;
        this.random = random;
        this.requests = new Requests(ledger, random);
    }

    void create() {
        FLOWS.forEach(id -> create(id, VariedBlueprints.flow(), "{\"title\":\"İstanbul, 1.000,5 — " + id + "\"}"));
        List.of("turns-0", "turns-1").forEach(id -> create(id, VariedBlueprints.turns(), "{}"));
        List.of("poor-0", "poor-1").forEach(id -> create(id, VariedBlueprints.poor(), "{}"));
        create("brief", VariedBlueprints.brief(), "{}");
        create("gated", VariedBlueprints.gated(), "{}");
        edit("gated", "{'op':'replace','path':'/n','value':1}");
        edit("gated", "{'op':'replace','path':'/done','value':true}");
        create("refused", VariedBlueprints.flow(), "{}");
        create("flow-0", VariedBlueprints.flow(), "{\"title\":\"too late\"}");
        requests.propose("never-made", "editor", "{'op':'replace','path':'/n','value':1}");
    }

    private void create(String id, Json blueprint, String input) {
        ledger.command(new CreateBoard(requests.nextId("create"), id, blueprint, JsonReader.parse(input)));
    }

    /** @param between the rounds, so that answers, timers and requests mix */
    void run(Pause between) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            for (String board : FLOWS) {
                request(board, round);
            }
            if (round == ROUNDS / 3) {
                FLOWS.forEach(id -> ledger.command(new PauseBoard(requests.nextId("pause"), id, Optional.of("Pause"))));
            } else if (round == ROUNDS / 2) {
                FLOWS.forEach(id -> ledger.command(new ResumeBoard(requests.nextId("resume"), id, Optional.empty())));
            }
            between.take();
        }
    }

    /** How time passes. */
    @FunctionalInterface
    interface Pause {
        void take() throws InterruptedException;
    }

    private void request(String board, int round) {
        int id = round / 2;
        switch (random.nextInt(14)) {
            case 0, 1, 2 -> edit(board, "{'op':'add','path':'/orders/-','value':{'id':" + id + "}}");
            case 3, 4 ->
                edit(board, "{'op':'add','path':'/payments/-','value':{'id':" + id + ",'amount':1e2},'x':0.10}");
            case 5, 6 -> edit(board, "{'op':'add','path':'/notes/-','value':'Größe " + round + " \\u0001 😀'}");
            case 7, 8 -> edit(board, "{'op':'replace','path':'/n','value':" + round + "}");
            case 9 -> edit(board, "{'op':'add','path':'/orders/-','value':{'id':'none'}}");
            case 10 -> edit(board, "{'op':'remove','path':'/notes/99'}");
            case 11 -> edit(board, "{'op':'test','path':'/n','value':-1}");
            case 12 -> {
                edit(board, "{'op':'replace','path':'/title','value':'mine'}");
                requests.propose(board, "stranger", "{'op':'replace','path':'/n','value':1}");
                ledger.garbage(board);
            }
            default -> {
                edit(board, "{'op':'replace','path':'/n','value':-1}");
                ledger.repeat();
            }
        }
    }

    /** Lets all boards end but those that stay open. */
    void finish() {
        for (String board : FLOWS) {
            if (!OPEN.contains(board)) {
                edit(board, "{'op':'replace','path':'/finish','value':true}");
            }
        }
        ledger.command(new CancelBoard(requests.nextId("cancel"), "flow-cancelled", Optional.of("Genug.")));
    }

    /** Leaves the open boards in the midst of work. */
    void leave() {
        for (String board : OPEN) {
            edit(board, "{'op':'add','path':'/orders/-','value':{'id':9999}}");
            edit(board, "{'op':'add','path':'/notes/-','value':'the last'}");
        }
    }

    /** A message that came to it later would wait until it goes on. */
    void pause() {
        ledger.command(new PauseBoard(requests.nextId("pause"), "flow-paused", Optional.empty()));
    }

    private void edit(String board, String operation) {
        requests.propose(board, "editor", operation);
    }
}
