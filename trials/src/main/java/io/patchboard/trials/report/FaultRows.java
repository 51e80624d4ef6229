package io.patchboard.trials.report;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.trials.ComparisonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The rows of the fault table in a folder of results: {@code faults.jsonl}, as {@code faults --json} prints them. */
public final class FaultRows {

    /** What {@code run.json} calls it. */
    public static final String EXPERIMENT = "faults";

    private static final String ROWS = "faults.jsonl";
    private static final String RUN = "run.json";

    private static final String HEAD =
            "Generated faults, put to two controls and to this kernel from the same states; an oracle of its own code judges"
                    + " (docs/faults.md). Rates are of contaminated states; for cycles, of runs that a detector halted in time."
                    + " Paper: arXiv 2605.29313, Table 1, its own three systems, its own faults. Mildest: the same faults for the"
                    + " control in its mildest reading. No language model was used: faults and answers are generated.";

    private FaultRows() {}

    /** @throws IOException if the folder cannot be written */
    public static void write(Path folder, JsonObject configuration, List<JsonObject> rows) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(RUN), JsonWriter.pretty(configuration) + "\n");
        Files.writeString(
                folder.resolve(ROWS),
                rows.stream().map(row -> JsonWriter.compact(row) + "\n").collect(Collectors.joining()));
    }

    /** Whether a folder has some. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(ROWS));
    }

    /** @throws IOException if they cannot be read */
    public static Result read(Path folder, String name) throws IOException {
        List<JsonObject> rows = Files.readString(folder.resolve(ROWS))
                .lines()
                .map(line -> (JsonObject) JsonReader.parse(line))
                .toList();
        return new Result(name, (JsonObject) JsonReader.parse(Files.readString(folder.resolve(RUN))), List.of(), rows);
    }

    static List<Block> blocks(Result result) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(HEAD));
        List<List<String>> rows = result.faults().stream()
                .filter(row -> row.get("fault").isPresent())
                .map(FaultRows::row)
                .toList();
        blocks.add(new Block.Table(
                List.of("Fault", "System", "Injected", "Rate", "95 %", "Paper", "Mildest", "95 %"), rows, true));
        result.faults().stream()
                .filter(row -> row.get("honestRuns").isPresent())
                .map(row -> "Honest runs: " + number(row, "honestRuns") + ", halted by mistake: "
                        + number(row, "haltedByMistake") + ".")
                .forEach(sentence -> blocks.add(new Block.Paragraph(sentence)));
        return blocks;
    }

    private static List<String> row(JsonObject row) {
        JsonObject mildest = row.object("mildest");
        return List.of(
                row.text("fault"),
                row.text("system"),
                number(row, "injected"),
                percent(row, "rate"),
                range(row),
                percent(row, "paper"),
                mildest.isEmpty() ? "" : percent(mildest, "rate"),
                mildest.isEmpty() ? "" : range(mildest));
    }

    private static String range(JsonObject row) {
        return percent(row, "low") + " to " + percent(row, "high");
    }

    private static String percent(JsonObject row, String name) {
        return ComparisonText.percent(value(row, name));
    }

    private static String number(JsonObject row, String name) {
        return String.format(Locale.ROOT, "%.0f", value(row, name));
    }

    private static double value(JsonObject row, String name) {
        return row.get(name).orElse(Json.nul()) instanceof JsonNumber number
                ? number.value().doubleValue()
                : Double.NaN;
    }
}
