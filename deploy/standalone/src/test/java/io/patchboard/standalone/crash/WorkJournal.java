package io.patchboard.standalone.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which invocations a gateway process began and which it ended, for others to read also after it was killed. */
record WorkJournal(Path file) {

    /** Where the journals of all gateway processes are. */
    static final String DIRECTORY = "patchboard.test.journals";

    private static final String BEGINS = "begins ";
    private static final String ENDS = "ends ";

    static WorkJournal ofThisProcess() {
        return of(
                Path.of(System.getProperty(DIRECTORY)), ProcessHandle.current().pid());
    }

    static WorkJournal of(Path directory, long pid) {
        return new WorkJournal(directory.resolve(Long.toString(pid)));
    }

    void begins(String invocation) throws IOException {
        write(BEGINS + invocation);
    }

    void ends(String invocation) throws IOException {
        write(ENDS + invocation);
    }

    private void write(String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    Set<String> ended() throws IOException {
        return all(ENDS);
    }

    /** Begun and not ended. */
    Set<String> open() throws IOException {
        Set<String> open = all(BEGINS);
        open.removeAll(ended());
        return open;
    }

    private Set<String> all(String verb) throws IOException {
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        return lines.stream()
                .filter(line -> line.startsWith(verb))
                .map(line -> line.substring(verb.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
