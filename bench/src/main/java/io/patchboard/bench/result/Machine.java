package io.patchboard.bench.result;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The machine and the source that a result belongs to. */
final class Machine {

    private Machine() {}

    static Map<String, String> describe() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("cpu", cpu());
        facts.put(
                "load",
                String.format(
                        "%.1f", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
        facts.put("commit", commit());
        return facts;
    }

    private static String cpu() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** Of the source tree that the bench is started in. */
    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader out = git.inputReader(StandardCharsets.UTF_8)) {
                String line = out.readLine();
                return git.waitFor(5, TimeUnit.SECONDS) && line != null ? line : "unknown";
            }
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
