package io.patchboard.standalone.cli;

import io.patchboard.text.ShellWord;
import java.nio.file.Path;
import java.util.List;

/** Where the board of a run is, for whoever types a command about it next. */
sealed interface RunPlace {

    /**
     * A server has it.
     *
     * @param options what a command says to reach that, with a space before it
     */
    record Served(String options) implements RunPlace {}

    /**
     * In a directory that nobody serves any more.
     *
     * @param workers the files of those whom the run served
     */
    record Left(Path dir, List<Path> workers) implements RunPlace {

        private String options() {
            return " --data-dir " + ShellWord.of(dir.toString());
        }

        private String server() {
            StringBuilder command = new StringBuilder("patchboard up").append(options());
            workers.forEach(file -> command.append(" --workers ").append(ShellWord.of(file.toString())));
            return command.toString();
        }
    }

    /** It was in a temporary directory. */
    record Gone() implements RunPlace {}

    /**
     * A sentence that says how a kernel is told something about the board.
     *
     * @param command without the program's name
     * @param does what it does, as the rest of a sentence
     */
    default String told(String command, String does) {
        return switch (this) {
            case Served at -> "\"patchboard " + command + at.options() + "\" " + does;
            case Left at -> "Serve it with \"" + at.server() + "\"; then \"patchboard " + command + "\" " + does;
            case Gone ignored ->
                "The board is gone with this run: run it with --data-dir DIR to keep it, or with"
                        + " --wait-for-person to go on while it runs.";
        };
    }

    /** As {@link #told}, of a command that only reads. */
    default String read(String command, String does) {
        return switch (this) {
            case Served at -> "\"patchboard " + command + at.options() + "\" " + does;
            case Left at -> "\"patchboard " + command + at.options() + "\" " + does;
            case Gone ignored -> "The board is gone with this run: run it with --data-dir DIR to keep it.";
        };
    }
}
