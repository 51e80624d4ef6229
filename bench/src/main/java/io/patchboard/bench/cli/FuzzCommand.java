package io.patchboard.bench.cli;

import io.patchboard.bench.fuzz.FuzzRun;
import io.patchboard.bench.process.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Damaged records of every kind, through a real broker, to a kernel that is killed meanwhile. */
@Command(
        name = "fuzz",
        description = {
            "Sends records of every kind, damaged at random, to a kernel that is killed meanwhile.",
            "Passes if each has its outcome, all logs replay with every hash, good proposals beside are committed, and the"
                    + " kernel failed on none."
        },
        mixinStandardHelpOptions = true)
final class FuzzCommand implements Callable<Integer> {

    @Option(names = "--records", defaultValue = "20000", description = "How many (default: ${DEFAULT-VALUE}).")
    private int records;

    @Option(names = "--seed", defaultValue = "1", description = "Of the records (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--kills", defaultValue = "2", description = "Of the kernel (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Option(
            names = "--dir",
            description =
                    "For the data of broker and kernel; kept. Without it they are temporary, and kept if it fails.")
    private Path dir;

    @Override
    public Integer call() throws IOException {
        Path data = dir == null ? Files.createTempDirectory("patchboard-fuzz") : dir;
        System.out.printf("%d records, seed %d, %d kills%n", records, seed, kills);
        List<String> failures;
        try (FuzzRun run = new FuzzRun(data)) {
            failures = run.run(records, kills, seed);
        }
        if (failures.isEmpty() && dir == null) {
            Directories.delete(data);
        }
        failures.forEach(failure -> System.out.println("FAILED: " + failure));
        System.out.println(failures.isEmpty() ? "passed" : "failed; the data is in " + data);
        return failures.isEmpty() ? 0 : 1;
    }
}
