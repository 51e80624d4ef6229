package io.patchboard.trials.report;

import java.util.ArrayList;
import java.util.List;

/** The page as Markdown. */
final class MarkdownPage {

    private MarkdownPage() {}

    static String of(List<Block> blocks) {
        StringBuilder page = new StringBuilder("# Experiments\n");
        for (Block block : blocks) {
            switch (block) {
                case Block.Heading heading ->
                    page.append("\n## ").append(escape(heading.text())).append('\n');
                case Block.Paragraph paragraph ->
                    page.append('\n').append(escape(paragraph.text())).append('\n');
                case Block.Table table -> {
                    page.append('\n').append(row(table.head()));
                    List<String> line = new ArrayList<>();
                    for (int i = 0; i < table.head().size(); i++) {
                        line.add(table.figures() && i > 0 ? "---:" : "---");
                    }
                    page.append("|").append(String.join("|", line)).append("|\n");
                    table.rows().forEach(cells -> page.append(row(cells)));
                }
                case Block.Plot none -> {}
            }
        }
        return page.toString();
    }

    private static String row(List<String> cells) {
        return "| "
                + String.join(" | ", cells.stream().map(MarkdownPage::escape).toList()) + " |\n";
    }

    private static String escape(String text) {
        return text.replaceAll("([\\\\`*_{}\\[\\]<>#|])", "\\\\$1").replaceAll("\\s+", " ");
    }
}
