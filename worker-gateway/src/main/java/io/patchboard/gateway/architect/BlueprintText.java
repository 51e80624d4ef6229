package io.patchboard.gateway.architect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the blueprint in a reply: in a code block, or bare among prose. */
final class BlueprintText {

    private static final String FENCE = "```";
    private static final String MARK = "apiVersion";

    private BlueprintText() {}

    /** @return the last code block that looks like one, or what follows where one begins without a block */
    static Optional<String> in(String reply) {
        List<String> lines = reply.lines().toList();
        return blocks(lines).stream()
                .filter(text -> text.contains(MARK))
                .reduce((earlier, later) -> later)
                .or(() -> bare(lines))
                .map(text -> text.strip() + "\n");
    }

    /**
     * Also such as are indented, in a list for example; a fence that stands deeper than the first is part of the text.
     */
    private static List<String> blocks(List<String> lines) {
        List<String> blocks = new ArrayList<>();
        Optional<StringBuilder> open = Optional.empty();
        int indent = 0;
        for (String line : lines) {
            if (line.stripLeading().startsWith(FENCE) && (open.isEmpty() || indent(line) <= indent)) {
                open.ifPresent(block -> blocks.add(block.toString()));
                open = open.isPresent() ? Optional.empty() : Optional.of(new StringBuilder());
                indent = indent(line);
            } else if (open.isPresent()) {
                open.get()
                        .append(line.substring(Math.min(indent, indent(line))))
                        .append('\n');
            }
        }
        open.ifPresent(block -> blocks.add(block.toString()));
        return blocks;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    /**
     * From the line that begins a blueprint to the next code block; JSON up to its last brace, since prose may follow.
     */
    private static Optional<String> bare(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            String rest = lines.stream()
                    .skip(i)
                    .takeWhile(line -> !line.startsWith(FENCE))
                    .collect(Collectors.joining("\n"));
            if (lines.get(i).startsWith(MARK + ":")) {
                return Optional.of(rest);
            }
            if (lines.get(i).startsWith("{") && rest.contains(MARK) && rest.lastIndexOf('}') >= 0) {
                return Optional.of(rest.substring(0, rest.lastIndexOf('}') + 1));
            }
        }
        return Optional.empty();
    }
}
