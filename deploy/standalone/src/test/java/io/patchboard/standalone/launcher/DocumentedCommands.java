package io.patchboard.standalone.launcher;

import io.patchboard.standalone.workers.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The command lines of the launcher in README and docs, without the launcher itself. Those of the benches are tested
 * with them.
 */
final class DocumentedCommands {

    private static final Pattern CONTINUED = Pattern.compile("\\\\\n\\s*");
    private static final Pattern LINE =
            Pattern.compile("\\s*(?:\\$ )?(?:[A-Z_]+=\\S+ )*(?:\\./|\\.\\./\\.\\./)patchboard (.*)");
    private static final Pattern IN_TEXT = Pattern.compile("`(?:time )?\\./patchboard ([^`]+)`");
    private static final Pattern COMMENT = Pattern.compile("\\s{2,}#.*$");
    private static final Pattern PIPE = Pattern.compile("\\s+\\|.*$");
    private static final Pattern BLOCK = Pattern.compile("(?ms:^```.*?^```)|(?m:^    .*$)");

    private DocumentedCommands() {}

    /** Those of each document, in their order and each once. Documents of two folders may have the same name. */
    static Map<String, Set<String>> byDocument() throws IOException {
        Map<String, Set<String>> commands = new LinkedHashMap<>();
        for (Path document : documents()) {
            String name = Examples.REPOSITORY.relativize(document).toString().replace('/', '-');
            commands.put(name, in(Files.readString(document)));
        }
        return commands;
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(Examples.REPOSITORY.resolve("README.md")));
        try (Stream<Path> docs = Files.walk(Examples.REPOSITORY.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        return documents;
    }

    static Set<String> in(String document) {
        Set<String> commands = new LinkedHashSet<>();
        String text = CONTINUED.matcher(document).replaceAll(" ");
        text.lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> commands.add(command(line.group(1))));
        // A code span may go over the end of a line; blocks have none.
        IN_TEXT.matcher(BLOCK.matcher(text).replaceAll(""))
                .results()
                .forEach(span -> commands.add(command(span.group(1))));
        commands.removeIf(command -> command.matches("bench\\b.*"));
        return commands;
    }

    private static String command(String text) {
        String line = COMMENT.matcher(text).replaceAll("");
        return PIPE.matcher(line).replaceAll("").replaceAll("\\s+", " ").strip();
    }
}
