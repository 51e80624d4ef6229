package io.patchboard.gateway.runner;

import io.patchboard.gateway.config.ProgramLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Tries a program's limits on a program that needs nothing, so that a gateway that cannot set them does not start. */
final class LimitsCheck {

    private static final long SECONDS = 20;

    private LimitsCheck() {}

    /** Why the limits cannot be set here; empty if they can. */
    static Optional<String> problem(String worker, ProgramLimits limits) {
        if (limits.isNone()) {
            return Optional.empty();
        }
        List<String> command = limits.before(List.of("true"));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            byte[] said = process.getInputStream().readNBytes(1_000);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of(message(worker, "prlimit did not end"));
            }
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of(message(
                            worker,
                            "\"" + String.join(" ", command) + "\" failed: "
                                    + new String(said, StandardCharsets.UTF_8).strip()));
        } catch (IOException e) {
            return Optional.of(message(worker, "prlimit (of util-linux) cannot be run: " + e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(message(worker, "the attempt was interrupted"));
        }
    }

    private static String message(String worker, String but) {
        return "Expected to set the limits of worker " + worker + " with prlimit, but " + but
                + ". Install util-linux, raise the limits, or leave them out.";
    }
}
