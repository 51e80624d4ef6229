package io.patchboard.standalone.crash;

import io.patchboard.json.JsonReader;
import io.patchboard.record.PatchProposal;
import io.patchboard.standalone.crash.Ledger.Place;
import java.util.Optional;
import java.util.Random;

/** Proposals that nobody asked for, some of them sent to the wrong place, and the ids of all that a load asks for. */
public final class Requests {

    private final Ledger ledger;
    private final Random random;
    private int ids;

    public Requests(Ledger ledger, Random random) {
        this.ledger = ledger;
        this.random = random;
    }

    /** @param operation of a JSON Patch, with single quotes */
    public void propose(String board, String worker, String operation) {
        ledger.propose(
                new PatchProposal(
                        nextId("p"),
                        board,
                        worker,
                        Optional.empty(),
                        JsonReader.parse("[" + operation.replace('\'', '"') + "]"),
                        Optional.empty(),
                        Optional.empty()),
                random.nextInt(8) == 0 ? Place.ANY : Place.RIGHT);
    }

    public String nextId(String kind) {
        return kind + "-" + ++ids;
    }

    /** How many ids there were. */
    int ids() {
        return ids;
    }
}
