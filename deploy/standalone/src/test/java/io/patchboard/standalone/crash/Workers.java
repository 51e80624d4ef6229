package io.patchboard.standalone.crash;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.standalone.crash.Ledger.Place;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Answers invocations: mostly well, else badly in every way; from the fifth attempt on well, so that every board ends.
 */
final class Workers implements AutoCloseable {

    private static final int LAST_BAD_ATTEMPT = 4;
    private static final int MOST_THINKING_MILLIS = 60;

    private final Ledger ledger;
    private final Random random;
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
    private int ids;

    Workers(Ledger ledger, Random random) {
        this.ledger = ledger;
        this.random = random;
    }

    synchronized void answer(WorkerInvoked invoked) {
        int fate = invoked.attempt() > LAST_BAD_ATTEMPT ? 100 : random.nextInt(100);
        if (fate < 4) {
            return; // never answered: a timeout
        }
        long thinking = fate < 8 ? CrashBlueprint.TIMEOUT_MILLIS + 500 : random.nextInt(MOST_THINKING_MILLIS);
        PatchProposal proposal = fate < 30 && fate >= 8 ? bad(invoked, fate) : proposal(invoked, honest(invoked));
        send(proposal, thinking);
        if (fate >= 85) {
            send(proposal, thinking + random.nextInt(300)); // the same again
        } else if (fate >= 80) {
            send(proposal(invoked, honest(invoked)), thinking + random.nextInt(50)); // a second answer
        }
    }

    private PatchProposal bad(WorkerInvoked invoked, int fate) {
        if (fate < 12) {
            return new PatchProposal(
                    nextId(),
                    invoked.boardId(),
                    invoked.worker(),
                    Optional.of(invoked.invocationId()),
                    Json.nul(),
                    Optional.empty(),
                    Optional.of("no idea"));
        } else if (fate < 16) {
            return proposal(invoked, Json.of("no patch"));
        } else if (fate < 22) {
            return proposal(invoked, JsonReader.parse("[{\"op\":\"remove\",\"path\":\"/notes\"}]"));
        } else {
            return proposal(invoked, JsonReader.parse(honest(invoked).toString().replace("checked", "wrong")));
        }
    }

    private Json honest(WorkerInvoked invoked) {
        String item = invoked.trigger().path().orElse("");
        return JsonReader.parse(
                switch (invoked.worker()) {
                    case "filler" ->
                        "[" + "{\"op\":\"add\",\"path\":\"/items/-\",\"value\":{\"status\":\"new\"}},".repeat(2)
                                + "{\"op\":\"add\",\"path\":\"/items/-\",\"value\":{\"status\":\"new\"}}]";
                    case "checker" -> "[{\"op\":\"replace\",\"path\":\"" + item + "/status\",\"value\":\"checked\"}]";
                    default -> "[{\"op\":\"add\",\"path\":\"/answer\",\"value\":\"done\"}]";
                });
    }

    private PatchProposal proposal(WorkerInvoked invoked, Json patch) {
        return new PatchProposal(
                nextId(),
                invoked.boardId(),
                invoked.worker(),
                Optional.of(invoked.invocationId()),
                patch,
                Optional.empty(),
                Optional.empty());
    }

    private String nextId() {
        return "answer-" + ++ids;
    }

    private void send(PatchProposal proposal, long millis) {
        Place place = random.nextInt(8) == 0 ? Place.ANY : Place.RIGHT;
        later.schedule(() -> ledger.propose(proposal, place), millis, TimeUnit.MILLISECONDS);
    }

    /** Sends no more. */
    @Override
    public void close() throws InterruptedException {
        later.shutdownNow();
        later.awaitTermination(10, TimeUnit.SECONDS);
    }
}
