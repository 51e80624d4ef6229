package io.patchboard.standalone.webhook;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Tells each reason for which entries are not taken once, and when all are taken again. Safe for several threads. */
final class Trouble {

    private final Webhook webhook;
    private final Consumer<String> tell;
    private final Set<String> boards = new HashSet<>();
    private final Set<String> told = new HashSet<>();
    private long since;

    Trouble(Webhook webhook, Consumer<String> tell) {
        this.webhook = webhook;
        this.tell = tell;
    }

    /**
     * @param entry as in "Expected ... to take entry 7 of board b"
     * @param reason as in "but it answered 503"
     */
    synchronized void begins(String board, String entry, String reason) {
        if (boards.isEmpty()) {
            since = System.nanoTime();
        }
        boards.add(board);
        if (told.add(reason)) {
            tell.accept("Expected " + webhook.server() + " to take " + entry + ", but " + reason
                    + ". It is sent again until it is taken; what comes after it waits in the log.");
        }
    }

    synchronized void ends(String board) {
        if (boards.remove(board) && boards.isEmpty()) {
            told.clear();
            long seconds = Duration.ofNanos(System.nanoTime() - since).toSeconds();
            tell.accept(webhook.server() + " takes entries again, after " + seconds + " s.");
        }
    }

    /** Others have to do with it now. */
    synchronized void forget() {
        boards.clear();
        told.clear();
    }
}
