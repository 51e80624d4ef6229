package io.patchboard.experiments.jobshop;

import io.patchboard.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An instance that others know, too.
 *
 * @param suite whose it is: the letters that its name begins with
 * @param lower no schedule ends earlier, as far as is known
 * @param upper when the best known schedule ends
 */
public record Shop(String name, String suite, Instance instance, int lower, int upper) {

    private static final int COLUMNS = 7;

    /**
     * Reads a folder's {@code bounds.csv}, with the columns name, jobs, machines, lower_bound, upper_bound, status and
     * file, and the instances that it names.
     *
     * @throws IllegalArgumentException that says what was expected and found, and where
     */
    public static List<Shop> in(Path folder) {
        return of(text(folder.resolve("bounds.csv")), file -> text(folder.resolve(file)));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Expected a folder with bounds.csv and the instances that it names, but cannot read " + file + ".",
                    e);
        }
    }

    /**
     * As {@link #in}, from anywhere.
     *
     * @param bounds the text of {@code bounds.csv}
     * @param files the text of a file by its name there
     */
    public static List<Shop> of(String bounds, UnaryOperator<String> files) {
        return bounds.lines()
                .skip(1)
                .filter(line -> !line.isBlank())
                .map(line -> read(line, files))
                .toList();
    }

    private static Shop read(String line, UnaryOperator<String> files) {
        String[] columns = line.split(",", -1);
        if (columns.length != COLUMNS || !columns[3].matches("[0-9]{1,9}") || !columns[4].matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    "Expected name,jobs,machines,lower_bound,upper_bound,status,file in each line of bounds.csv, but got \""
                            + line + "\".");
        }
        try {
            return of(columns[0], files.apply(columns[6]), Integer.parseInt(columns[3]), Integer.parseInt(columns[4]));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(columns[6] + ": " + e.getMessage(), e);
        }
    }

    /** @throws IllegalArgumentException if it is no instance in the standard form */
    public static Shop of(String name, String text, int lower, int upper) {
        return new Shop(name, name.replaceAll("[^a-z].*$", ""), Instance.parse(text), lower, upper);
    }

    /**
     * The input of a board on which nothing goes wrong.
     *
     * @param seconds to search for a better plan
     */
    public JsonObject input(int seconds) {
        return ShopState.input(instance, List.of(), instance.total(), seconds);
    }
}
