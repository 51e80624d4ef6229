package io.patchboard.gateway.architect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the blueprint in a reply: in a code block, or bare among prose. */
final class BlueprintText {

    private static final String FENCE = "```";
    private static final String MARK = "apiVersion";

    private BlueprintText() {}

    /** @return the last code block that looks like one, or what follows where one begins without a block */
    static Optional<String> in(String reply) {
        List<String> lines = reply.lines().toList();
        List<String> candidates = new ArrayList<>(blocks(lines));
        if (candidates.isEmpty()) {
            bare(lines).ifPresent(candidates::add);
        }
        return candidates.stream()
                .filter(text -> text.contains(MARK))
                .reduce((earlier, later) -> later)
                .map(text -> text.strip() + "\n");
    }

    private static List<String> blocks(List<String> lines) {
        List<String> blocks = new ArrayList<>();
        Optional<StringBuilder> open = Optional.empty();
        for (String line : lines) {
            if (line.startsWith(FENCE)) {
                open.ifPresent(block -> blocks.add(block.toString()));
                open = open.isPresent() ? Optional.empty() : Optional.of(new StringBuilder());
            } else {
                open.ifPresent(block -> block.append(line).append('\n'));
            }
        }
        open.ifPresent(block -> blocks.add(block.toString()));
        return blocks;
    }

    /** From the line that begins a blueprint; JSON up to its last brace, since prose may follow. */
    private static Optional<String> bare(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            String rest = String.join("\n", lines.subList(i, lines.size()));
            if (lines.get(i).startsWith(MARK + ":")) {
                return Optional.of(rest);
            }
            if (lines.get(i).startsWith("{") && rest.lastIndexOf('}') >= 0) {
                return Optional.of(rest.substring(0, rest.lastIndexOf('}') + 1));
            }
        }
        return Optional.empty();
    }
}
