package io.patchboard.standalone.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Programs of the system that are run to their end. */
public final class Tool {

    private static final int MOST_SECONDS = 60;

    private Tool() {}

    public static String run(String... command) throws IOException, InterruptedException {
        return run(List.of(command));
    }

    /** @return what it said; it has to end with exit code 0 */
    public static String run(List<String> command) throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
        CompletableFuture<String> said = CompletableFuture.supplyAsync(() -> read(tool));
        if (!tool.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            tool.destroyForcibly();
            throw new IOException(
                    "Expected " + String.join(" ", command) + " to end within " + MOST_SECONDS + " s, but it did not.");
        }
        if (tool.exitValue() != 0) {
            throw new IOException("Expected " + String.join(" ", command) + " to succeed, but: "
                    + said.join().strip());
        }
        return said.join();
    }

    private static String read(Process tool) {
        try {
            return new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static boolean works(String... command) throws InterruptedException {
        try {
            run(command);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
