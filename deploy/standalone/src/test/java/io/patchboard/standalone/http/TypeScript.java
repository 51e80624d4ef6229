package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A folder in which programs in TypeScript are compiled, by a compiler that npm fetches; without it tests are left. */
final class TypeScript {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final List<String> STRICT =
            List.of("--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler");

    private final Path folder;

    /** @param packages beside the compiler */
    TypeScript(Path folder, String... packages) throws Exception {
        this.folder = folder;
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        List<String> install = new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund", "typescript@5"));
        install.addAll(List.of(packages));
        assumeThat(run(install)).as("npm, to fetch the compiler").isZero();
    }

    /** Strictly, as its users do, against what all of them have. */
    Path compiled(Path client, Path program) throws Exception {
        compile(
                List.of("--lib", "es2023,dom,dom.iterable,dom.asynciterable", "--outDir", "out"),
                copied(client),
                copied(program));
        Files.copy(folder.resolve("package.json"), folder.resolve("out/package.json"));
        return folder.resolve("out/" + program.getFileName().toString().replace(".ts", ".js"));
    }

    void compile(List<String> options, String... files) throws Exception {
        List<String> command = new ArrayList<>(List.of("npx", "tsc"));
        command.addAll(STRICT);
        command.addAll(options);
        command.addAll(List.of(files));
        assertThat(run(command)).as(() -> command + ": " + said()).isZero();
    }

    private String copied(Path file) throws IOException {
        Path copy = folder.resolve(file.getFileName());
        if (!Files.exists(copy)) {
            Files.copy(file, copy);
        }
        return copy.getFileName().toString();
    }

    private String said() {
        try {
            return Files.readString(folder.resolve("said"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private int run(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("said").toFile())
                    .start();
            if (!process.waitFor(PATIENCE.toMinutes(), TimeUnit.MINUTES)) {
                process.destroyForcibly();
                return -1;
            }
            return process.exitValue();
        } catch (IOException e) {
            return -1;
        }
    }
}
