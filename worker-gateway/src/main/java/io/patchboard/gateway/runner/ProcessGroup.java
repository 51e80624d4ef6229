package io.patchboard.gateway.runner;

import io.patchboard.gateway.thread.DaemonThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Starts a program as the leader of a process group of its own, which the system ends as a whole, however quickly its
 * members start others; and so that the program ends when the gateway does, be it by {@code kill -9}. What the system
 * looks at is the thread that made it, and those that carry virtual threads end when they have been idle for a while.
 * So one that never ends makes all.
 *
 * <p>Both are done by programs of util-linux, {@code setsid} and {@code setpriv}. Where one of them is missing, what it
 * would do is left out.
 */
final class ProcessGroup {

    private static final long SECONDS = 20;
    private static final List<String> SESSION = ifItRuns(List.of("setsid"));
    private static final List<String> END_WITH_GATEWAY = ifItRuns(List.of("setpriv", "--pdeathsig", "KILL", "--"));
    private static final Executor STARTER =
            Executors.newSingleThreadExecutor(body -> DaemonThreads.named("patchboard-program-starter", body));

    private ProcessGroup() {}

    /** Starts what {@link #before} has made, whichever thread asks for it. */
    static Process start(ProcessBuilder builder) throws IOException {
        try {
            return CompletableFuture.supplyAsync(() -> started(builder), STARTER)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException said) {
                throw said.getCause();
            }
            throw e;
        }
    }

    private static Process started(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command that starts another as the leader of a group. */
    static List<String> before(List<String> command) {
        List<String> all = new ArrayList<>(SESSION);
        all.addAll(END_WITH_GATEWAY);
        all.addAll(command);
        return all;
    }

    /** Ends all members of the group, also if its leader has ended already. */
    static void kill(long leader) {
        if (!SESSION.isEmpty()) {
            exitCode(List.of("sh", "-c", "kill -s KILL -- -" + leader + " 2>/dev/null"));
        }
    }

    private static List<String> ifItRuns(List<String> prefix) {
        List<String> trial = new ArrayList<>(prefix);
        trial.add("true");
        return exitCode(trial).filter(code -> code == 0).isPresent() ? prefix : List.of();
    }

    private static Optional<Integer> exitCode(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                return process.waitFor(SECONDS, TimeUnit.SECONDS) ? Optional.of(process.exitValue()) : Optional.empty();
            } finally {
                process.toHandle().destroyForcibly();
            }
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
