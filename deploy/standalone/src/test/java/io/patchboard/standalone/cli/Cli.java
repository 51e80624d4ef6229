package io.patchboard.standalone.cli;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** Runs a command as {@code main} does, and keeps what it said. */
public record Cli(int exitCode, String out, String err) {

    public static Cli run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = PatchBoard.commandLine(args);
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = command.execute(args);
        return new Cli(exitCode, out.toString(), err.toString());
    }

    /** The one document on stdout. */
    public Json json() {
        return JsonReader.parse(out);
    }

    public List<String> lines() {
        return out.lines().toList();
    }
}
