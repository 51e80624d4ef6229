package io.patchboard.bench.report;

import io.patchboard.bench.result.Measurement;
import io.patchboard.bench.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Puts tables of results into a document, between markers {@code <!-- results: NAME -->} and {@code <!-- end -->}. */
public final class Report {

    private static final String BEGIN = "<!-- results: ";
    private static final String END = "<!-- end -->";

    /** All whose results are shown. */
    static final List<String> BENCHES = List.of(
            "core",
            "service",
            "latency",
            "invited",
            "gateway",
            "reviews",
            "workflows",
            "calls",
            "starts",
            "changelog",
            "peers",
            "boards",
            "restart",
            "reads",
            "capacity");

    private final Path results;

    public Report(Path results) {
        this.results = results;
    }

    /** Writes the tables that a document asks for. */
    public void into(Path document) throws IOException {
        String text = Files.readString(document);
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put("targets", Targets.table(results));
        for (String bench : BENCHES) {
            tables.put(bench, all(Results.load(results, bench)));
        }
        for (Map.Entry<String, String> table : tables.entrySet()) {
            text = replaced(text, table.getKey(), table.getValue());
        }
        Files.writeString(document, text);
    }

    private static String replaced(String text, String name, String table) {
        String marker = BEGIN + name + " -->\n";
        int begin = text.indexOf(marker);
        if (begin < 0) {
            return text;
        }
        int after = begin + marker.length();
        int end = text.indexOf(END, after);
        if (end < 0) {
            throw new IllegalArgumentException("Expected \"" + END + "\" after \"" + marker.strip() + "\".");
        }
        return text.substring(0, after) + "\n" + table + "\n" + text.substring(end);
    }

    private static String all(List<Measurement> measurements) {
        StringBuilder table =
                new StringBuilder("| Who | What | At | Median | Range | Unit |\n|---|---|---|---|---|---|\n");
        for (Measurement one : measurements) {
            String at = String.join(
                    ", ",
                    one.at().entrySet().stream()
                            .map(parameter -> parameter.getKey() + " " + parameter.getValue())
                            .toList());
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %s to %s | %s |%n",
                    one.side(),
                    one.what(),
                    at,
                    number(one.median()),
                    number(one.low()),
                    number(one.high()),
                    one.unit()));
        }
        return table.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
    }
}
