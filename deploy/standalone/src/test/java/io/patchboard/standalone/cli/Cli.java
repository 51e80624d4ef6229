package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Runs a command as {@code main} does, and keeps what it said. */
public record Cli(int exitCode, String out, String err) {

    public static Cli run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = PatchBoard.commandLine(args);
        command.setDefaultValueProvider(Cli::patient);
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = command.execute(args);
        return new Cli(exitCode, out.toString(), err.toString());
    }

    /** A test that names no timeout waits for an outcome, however busy the machine is: longer than people would. */
    private static String patient(ArgSpec argument) {
        boolean timeout =
                argument instanceof OptionSpec option && option.longestName().equals("--timeout");
        return timeout && "30s".equals(argument.defaultValue()) ? "5m" : null;
    }

    /** The one document on stdout. */
    public Json json() {
        assertThat(out).as("what was printed, beside " + err).isNotEmpty();
        return JsonReader.parse(out);
    }

    public List<String> lines() {
        return out.lines().toList();
    }
}
