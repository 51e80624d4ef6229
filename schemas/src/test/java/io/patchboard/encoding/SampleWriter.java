package io.patchboard.encoding;

import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the samples out as golden files.
 *
 * <p>They are what readers in other languages and future versions are held to, so they are written on purpose only: run
 * this with the folder {@code schemas} as its argument (see {@code schemas/README.md}), and look at the difference
 * before committing it. A changed {@code v1} file means that old data is no longer read as it was.
 */
public final class SampleWriter {

    /** Raised when a schema changes, so that what the version before wrote stays as it is. */
    private static final String VERSION = "v16";

    private SampleWriter() {}

    /** Writes the golden samples below the module's folder. */
    public static void main(String[] args) throws IOException {
        if (args.length != 1 || !Files.isDirectory(Path.of(args[0]).resolve("src/main/resources/avro"))) {
            throw new IllegalArgumentException("Expected the folder of the module schemas as the only argument.");
        }
        Path current = Files.createDirectories(Path.of(args[0]).resolve("src/main/resources/samples"));
        Path golden = Files.createDirectories(
                Path.of(args[0]).resolve("src/test/resources/samples").resolve(VERSION));
        for (BoardRecord sample : Samples.all()) {
            String pretty = JsonWriter.pretty(sample.toJson()) + "\n";
            Files.writeString(current.resolve(sample.type() + ".json"), pretty, StandardCharsets.UTF_8);
            Files.write(
                    golden.resolve(sample.type() + ".json"),
                    RecordEncoder.json().encode(sample));
            Files.write(
                    golden.resolve(sample.type() + ".avro"),
                    RecordEncoder.avro().encode(sample));
        }
    }
}
