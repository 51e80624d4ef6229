package io.patchboard.standalone.cli.base;

import io.patchboard.json.Json;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Screen;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;

/**
 * Where a command's words go: data to stdout; progress, notes and complaints to stderr. With {@code --json} only JSON
 * goes to stdout, and {@link #line} is silent.
 */
public final class Output {

    private static final String CLOSED = "broken pipe";

    private static final Path STDERR = Path.of("/proc/self/fd/2");

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;
    private final Look look;

    Output(PrintWriter out, PrintWriter err, boolean json, Look look) {
        this.out = out;
        this.err = err;
        this.json = json;
        this.look = look;
    }

    static Output of(CommandLine command, boolean json) {
        return new Output(command.getOut(), command.getErr(), json, json ? Look.plain() : Look.detect());
    }

    /** Whether programs read stdout. */
    public boolean isJson() {
        return json;
    }

    public Look look() {
        return look;
    }

    /** A line for people on stdout; nothing with {@code --json}. */
    public void line(String text) {
        if (!json) {
            out.println(text);
        }
    }

    /** The one JSON document of a command, indented. */
    public void document(Json document) {
        out.println(JsonWriter.pretty(document));
        out.flush();
    }

    /** One JSON document of a stream, on a line of its own. */
    public void item(Json document) {
        item(JsonWriter.compact(document));
    }

    /** One JSON document of a stream that is text already, without a line break. */
    public void item(String jsonText) {
        out.println(jsonText);
        out.flush();
    }

    /** What the command is doing, on stderr. */
    public void progress(String text) {
        err.println(text);
        err.flush();
    }

    /** Stderr, with a live line if people look at it on a terminal. */
    public Screen errors() {
        return new Screen(err, look.live() && isShown(STDERR) ? look : Look.plain());
    }

    /** Whether a file of the process is no redirection; where that cannot be told, it is taken for none. */
    static boolean isShown(Path file) {
        try {
            return Files.readSymbolicLink(file).startsWith("/dev");
        } catch (IOException | UnsupportedOperationException e) {
            return true;
        }
    }

    /** Whether a write failed because nobody reads any more, as after {@code | head}: he has what he wanted. */
    public static boolean isClosed(IOException e) {
        return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains(CLOSED);
    }
}
