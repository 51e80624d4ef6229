package io.patchboard.standalone.cli.architect;

import io.patchboard.json.JsonObject;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.text.FileTrouble;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs what was written, if somebody agrees.
 *
 * @param input name of the input's file; what came by stdin is handed on in a file that is gone after the run
 * @param bootstrapServer where; absent for Kafka in this process
 */
record Launch(
        CommandSpec spec,
        Target target,
        Output out,
        Optional<String> input,
        Optional<JsonObject> boardInput,
        List<Path> workerFiles,
        Optional<String> bootstrapServer) {

    int offer(Blueprint blueprint, boolean agreed) {
        boolean served = !workerFiles.isEmpty()
                || bootstrapServer.isPresent()
                || Files.exists(target.source().resolve("workers.yaml"));
        String command =
                String.join(" ", command(input.filter(name -> !isStdin(name)).or(() -> input.map(any -> "FILE"))));
        if (!served) {
            out.progress("Nobody serves "
                    + String.join(", ", blueprint.workers().keySet())
                    + " yet: say who does in a workers file, then run it: patchboard " + command + " --workers FILE");
            return ExitCodes.OK;
        }
        if (!agreed && !agrees(bootstrapServer)) {
            out.progress("Not run. To run it: patchboard " + command);
            return ExitCodes.OK;
        }
        return input.filter(Launch::isStdin).isPresent() ? runWithKeptInput() : run(input);
    }

    private static boolean isStdin(String name) {
        return name.equals("-");
    }

    private int runWithKeptInput() {
        try {
            Path kept = Files.createTempFile("patchboard-input-", ".json");
            try {
                Files.writeString(kept, boardInput.orElseThrow().toString());
                return run(Optional.of(kept.toString()));
            } finally {
                Files.deleteIfExists(kept);
            }
        } catch (IOException e) {
            throw CliException.failed(
                    "Expected to hand the input on in a temporary file, but " + FileTrouble.of(e) + ".");
        }
    }

    private int run(Optional<String> inputFile) {
        return spec.commandLine().getParent().execute(command(inputFile).toArray(String[]::new));
    }

    /** Newer JDKs have a console without a terminal unless they are told otherwise, as the launcher does. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean agrees(Optional<String> kafka) {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        String answer = console.readLine(
                "Run it%s? [y/N] ",
                kafka.map(servers -> " on Kafka at " + servers).orElse(""));
        return answer != null && List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
    }

    private List<String> command(Optional<String> inputFile) {
        List<String> command = new ArrayList<>(List.of("run", target.source().toString()));
        inputFile.ifPresent(name -> command.addAll(List.of("--input", name)));
        command.addAll(List.of("--usage", target.usage().toString()));
        workerFiles.forEach(file -> command.addAll(List.of("--workers", file.toString())));
        bootstrapServer.ifPresent(server -> command.addAll(List.of("--bootstrap-server", server)));
        if (out.isJson()) {
            command.add("--json");
        }
        return command;
    }
}
