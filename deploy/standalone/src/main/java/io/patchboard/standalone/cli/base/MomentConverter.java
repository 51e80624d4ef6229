package io.patchboard.standalone.cli.base;

import io.patchboard.text.Moments;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Moments of the past, as times or as how long ago they were. */
public final class MomentConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String text) {
        return Moments.parse(text, Instant.now())
                .orElseThrow(() -> new TypeConversionException("Expected a time, or how long ago it was, such as "
                        + Moments.EXAMPLES + ", but got \"" + text + "\"."));
    }
}
