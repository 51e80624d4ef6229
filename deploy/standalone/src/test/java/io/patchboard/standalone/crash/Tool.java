package io.patchboard.standalone.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Programs of the system that are run to their end. */
public final class Tool {

    private Tool() {}

    public static String run(String... command) throws IOException, InterruptedException {
        return run(List.of(command));
    }

    /** @return what it said; it has to end with exit code 0 */
    public static String run(List<String> command) throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (tool.waitFor() != 0) {
            throw new IOException("Expected " + String.join(" ", command) + " to succeed, but: " + said.strip());
        }
        return said;
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
