package io.patchboard.standalone.screen;

import java.util.ArrayList;
import java.util.List;

/** Rows in aligned columns, made {@linkplain Text#printable printable}. Columns of numbers are aligned to the right. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Boolean> numeric = new ArrayList<>();

    /** @param names of the columns; a trailing {@code #} marks a column of numbers */
    public Table(String... names) {
        List<String> header = new ArrayList<>();
        for (String name : names) {
            numeric.add(name.endsWith("#"));
            header.add(name.replace("#", ""));
        }
        rows.add(header);
    }

    public void row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(Text.printable(cell.toString()));
        }
        rows.add(row);
    }

    public List<String> lines() {
        return rows.stream().map(this::line).toList();
    }

    private String line(List<String> row) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            int width = width(i);
            String padding = " ".repeat(width - length(row.get(i)));
            line.append(numeric.get(i) ? padding + row.get(i) : row.get(i) + padding)
                    .append("  ");
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0);
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
