package io.patchboard.standalone.crash;

import io.patchboard.standalone.workers.Examples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command {@code docker}, and the compose file in the repository's root as a project of its own. */
final class Docker {

    private static final String PROJECT = "patchboard-compose-test";
    private static final String SECRET = "a secret of this test alone";

    private Docker() {}

    /** That an engine answers, and has the image. */
    static boolean hasImage(String name) {
        try {
            return run(Map.of(), List.of("docker", "image", "inspect", name)).exitCode() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** What it printed; fails where it does. */
    static String docker(String... args) throws IOException {
        return command("docker", args).orFail();
    }

    static String compose(String... args) throws IOException {
        return compose(Map.of("PATCHBOARD_SECRET", SECRET), args).orFail();
    }

    static Result compose(Map<String, String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>(composeCommand());
        command.addAll(List.of("-p", PROJECT));
        command.addAll(List.of(args));
        return run(environment, command);
    }

    /** The id of a service's container. */
    static String container(String service) throws IOException {
        return compose("ps", "-q", service).strip();
    }

    /** One field of a container. */
    static String inspect(String container, String field) throws IOException {
        return docker("inspect", "-f", "{{" + field + "}}", container).strip();
    }

    /** The engine's plugin, or Debian's program. */
    private static List<String> composeCommand() throws IOException {
        return command("docker", "compose", "version").exitCode() == 0
                ? List.of("docker", "compose")
                : List.of("docker-compose");
    }

    private static Result command(String program, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(args));
        return run(Map.of(), command);
    }

    private static Result run(Map<String, String> environment, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Examples.REPOSITORY.toFile())
                .redirectErrorStream(true);
        builder.environment().remove("PATCHBOARD_SECRET");
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return new Result(String.join(" ", command), process.waitFor(), output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Expected to wait for " + command + ", but was interrupted.", e);
        }
    }

    /** How a command ended, and what it said on both streams. */
    record Result(String command, int exitCode, String output) {

        String orFail() {
            if (exitCode != 0) {
                throw new AssertionError(
                        "Expected " + command + " to succeed, but it ended with " + exitCode + ":\n" + output);
            }
            return output;
        }
    }
}
