package io.patchboard.standalone.cli.base;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What options and parameters are made of, with errors in words.
 *
 * @param expected with an article
 */
public record TextConverter<T>(Function<String, T> read, String expected) implements ITypeConverter<T> {

    private static final String WHOLE_NUMBER = "a whole number";

    /** For numbers and paths. An empty path would be the current directory, which nobody means who leaves it out. */
    public static void register(CommandLine commands) {
        commands.registerConverter(Integer.class, new TextConverter<>(Integer::valueOf, WHOLE_NUMBER))
                .registerConverter(int.class, new TextConverter<>(Integer::valueOf, WHOLE_NUMBER))
                .registerConverter(Long.class, new TextConverter<>(Long::valueOf, WHOLE_NUMBER))
                .registerConverter(long.class, new TextConverter<>(Long::valueOf, WHOLE_NUMBER))
                .registerConverter(Double.class, new TextConverter<>(Double::valueOf, "a number"))
                .registerConverter(double.class, new TextConverter<>(Double::valueOf, "a number"))
                .registerConverter(Path.class, new TextConverter<>(TextConverter::path, "a file or directory"));
    }

    private static Path path(String text) {
        if (text.isEmpty()) {
            throw new InvalidPathException(text, "empty");
        }
        return Path.of(text);
    }

    @Override
    public T convert(String text) {
        try {
            return read.apply(text);
        } catch (NumberFormatException | InvalidPathException e) {
            throw new TypeConversionException("Expected " + expected + ", but got \"" + text + "\".");
        }
    }
}
