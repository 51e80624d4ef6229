package io.patchboard.standalone.crash;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.PatchProposal;
import io.patchboard.standalone.crash.Ledger.Place;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Answers invocations: mostly well, else badly in every way; from the fifth attempt on well, so that every board ends.
 */
public final class Workers implements AutoCloseable {

    private static final int LAST_BAD_ATTEMPT = 4;
    private static final int MOST_THINKING_MILLIS = 60;

    private final Ledger ledger;
    private final Random random;
    private final Duration timeout;
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
    private int ids;

    /** @param timeout of the policy: some answers come after it */
    public Workers(Ledger ledger, Random random, Duration timeout) {
        this.ledger = ledger;
        this.random = random;
        this.timeout = timeout;
    }

    public synchronized void answer(Invocation invocation) {
        int fate = invocation.attempt() > LAST_BAD_ATTEMPT ? 100 : random.nextInt(100);
        if (fate < 4) {
            return; // never answered: a timeout
        }
        long thinking = fate < 8 ? timeout.toMillis() + 500 : random.nextInt(MOST_THINKING_MILLIS);
        PatchProposal proposal =
                fate < 30 && fate >= 8 ? bad(invocation, fate) : proposal(invocation, honest(invocation));
        send(proposal, thinking);
        if (fate >= 85) {
            send(proposal, thinking + random.nextInt(300)); // the same again
        } else if (fate >= 80) {
            send(proposal(invocation, honest(invocation)), thinking + random.nextInt(50)); // a second answer
        }
    }

    private PatchProposal bad(Invocation invocation, int fate) {
        if (fate < 12) {
            return new PatchProposal(
                    nextId(),
                    invocation.boardId(),
                    invocation.worker(),
                    Optional.of(invocation.invocationId()),
                    Json.nul(),
                    Optional.empty(),
                    Optional.of("no idea"));
        } else if (fate < 16) {
            return proposal(invocation, Json.of("no patch"));
        } else if (fate < 22) {
            return proposal(invocation, JsonReader.parse("[{\"op\":\"remove\",\"path\":\"/notes\"}]"));
        } else {
            return proposal(
                    invocation, JsonReader.parse(honest(invocation).toString().replace("checked", "wrong")));
        }
    }

    private Json honest(Invocation invocation) {
        String item = invocation.invoked().trigger().path().orElse("");
        return JsonReader.parse(
                switch (invocation.worker()) {
                    case "filler" ->
                        "[" + "{\"op\":\"add\",\"path\":\"/items/-\",\"value\":{\"status\":\"new\"}},".repeat(2)
                                + "{\"op\":\"add\",\"path\":\"/items/-\",\"value\":{\"status\":\"new\"}}]";
                    case "checker" -> "[{\"op\":\"replace\",\"path\":\"" + item + "/status\",\"value\":\"checked\"}]";
                    default -> "[{\"op\":\"add\",\"path\":\"/answer\",\"value\":\"done\"}]";
                });
    }

    private PatchProposal proposal(Invocation invocation, Json patch) {
        return new PatchProposal(
                nextId(),
                invocation.boardId(),
                invocation.worker(),
                Optional.of(invocation.invocationId()),
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
        later.awaitTermination(5, TimeUnit.MINUTES);
    }
}
