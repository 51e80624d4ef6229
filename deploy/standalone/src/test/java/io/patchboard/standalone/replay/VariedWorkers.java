package io.patchboard.standalone.replay;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Usage;
import io.patchboard.standalone.crash.Ledger;
import io.patchboard.standalone.crash.Ledger.Place;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Answers invocations: mostly well, sometimes badly, twice, too late or not at all. */
final class VariedWorkers implements AutoCloseable {

    private final Ledger ledger;
    private final Random random;
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
    private int ids;
    private int fates;
    private boolean helperFailed;

    VariedWorkers(Ledger ledger, Random random) {
        this.ledger = ledger;
        this.random = random;
        this.fates = random.nextInt(100);
    }

    synchronized void answer(Invocation invocation) {
        boolean stays = VariedLoad.OPEN.contains(invocation.boardId());
        if (invocation.worker().equals("nobody") || stays && invocation.worker().equals("helper")) {
            return;
        }
        if (invocation.worker().equals("helper") && !helperFailed) {
            helperFailed = true; // for it a board waits an hour: no machine is too slow to hear of it
            send(bad(invocation, 14), 0);
            return;
        }
        // A board whose helper says nothing would not end.
        boolean mayFail =
                invocation.boardId().startsWith("flow") && !invocation.worker().equals("helper");
        int fate = mayFail ? nextFate() : 100;
        if (fate < 8) {
            return;
        }
        long thinking = fate < 14 ? VariedBlueprints.TIMEOUT_MILLIS + 300 : random.nextInt(80);
        if (fate < 30 && fate >= 14) {
            send(bad(invocation, fate), thinking);
            return;
        }
        PatchProposal answer = proposal(invocation, honest(invocation), Optional.empty());
        send(answer, thinking);
        if (fate >= 90) {
            send(answer, thinking + random.nextInt(200));
        }
    }

    /** Of 100, spread so that 30 answers meet whatever there is, however few a slow machine lets happen. */
    private int nextFate() {
        fates = (fates + 37) % 100;
        return fates;
    }

    private PatchProposal bad(Invocation invocation, int fate) {
        if (fate < 18) {
            return proposal(invocation, Json.nul(), Optional.of("Keine Ahnung, größtenteils."));
        } else if (fate < 22) {
            return proposal(invocation, Json.of("no patch"), Optional.empty());
        } else if (fate < 26) {
            return proposal(invocation, patch("{'op':'remove','path':'/title'}"), Optional.empty());
        }
        return proposal(invocation, patch("{'op':'add','path':'/$expand/-','value':'/orders/0'}"), Optional.empty());
    }

    private Json honest(Invocation invocation) {
        String item = invocation.invoked().trigger().path().orElse("");
        return switch (invocation.worker()) {
            case "clerk" -> patch("{'op':'add','path':'" + item + "/status','value':'checked'}");
            case "critic", "helper" ->
                patch("{'op':'add','path':'/views/" + item.replace('/', '.') + "','value':'" + "I".repeat(9) + "ıİ'}");
            case "closer" -> patch("{'op':'add','path':'/answer','value':'done'}");
            case "up" -> patch("{'op':'replace','path':'/n','value':1}");
            case "down" -> patch("{'op':'replace','path':'/n','value':0}");
            case "judge" -> patch("{'op':'add','path':'/log/-','value':" + ids + "}");
            default -> patch("{'op':'add','path':'/shipped/-','value':'" + item + "'}");
        };
    }

    private static Json patch(String operation) {
        return JsonReader.parse("[" + operation.replace('\'', '"') + "]");
    }

    private PatchProposal proposal(Invocation invocation, Json patch, Optional<String> error) {
        return new PatchProposal(
                "answer-" + ++ids,
                invocation.boardId(),
                invocation.worker(),
                Optional.of(invocation.invocationId()),
                patch,
                Optional.of(new Usage(random.nextInt(300), random.nextInt(50))),
                error);
    }

    private void send(PatchProposal proposal, long millis) {
        Place place = random.nextInt(8) == 0 ? Place.ANY : Place.RIGHT;
        later.schedule(() -> ledger.propose(proposal, place), millis, TimeUnit.MILLISECONDS);
    }

    /** Sends no more. */
    @Override
    public void close() throws InterruptedException {
        later.shutdownNow();
        later.awaitTermination(5, TimeUnit.MINUTES);
    }
}
