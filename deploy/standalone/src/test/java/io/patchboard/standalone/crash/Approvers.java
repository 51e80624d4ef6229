package io.patchboard.standalone.crash;

import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.NeedsPerson.Option;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Two who decide what gates hold, mostly both at once, and not of the same mind. They come back to what still waits,
 * because a verdict may be refused while its board is paused.
 */
public final class Approvers implements AutoCloseable {

    private static final int MILLIS_BETWEEN = 400;

    private final Ledger ledger;
    private final Watcher watcher;
    private final Random random;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private int ids;

    public Approvers(Ledger ledger, Watcher watcher, Random random) {
        this.ledger = ledger;
        this.watcher = watcher;
        this.random = random;
        clock.scheduleWithFixedDelay(this::look, MILLIS_BETWEEN, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
    }

    private void look() {
        for (Map.Entry<String, Set<Long>> board : watcher.waiting().entrySet()) {
            for (long item : board.getValue()) {
                for (String person : random.nextInt(3) == 0 ? List.of("ada") : List.of("grace", "ada")) {
                    decide(board.getKey(), item, person);
                }
            }
        }
    }

    private void decide(String board, long item, String person) {
        CommandHeader header = CommandHeader.of("verdict-" + ++ids, board, person, "looked at it");
        Option option = random.nextInt(4) == 0 ? Option.REJECT : Option.APPROVE;
        Decide decide = new Decide(header, Optional.of(item), option, Optional.empty(), List.of());
        ledger.command(decide);
        if (random.nextInt(5) == 0) {
            ledger.command(decide); // the same again
        }
    }

    /** Decide no more. */
    @Override
    public void close() throws InterruptedException {
        clock.shutdownNow();
        clock.awaitTermination(5, TimeUnit.MINUTES);
    }
}
