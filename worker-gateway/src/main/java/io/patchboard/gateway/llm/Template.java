package io.patchboard.gateway.llm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A bundled text of a prompt with places to be filled in, {@code {{name}}}. */
public final class Template {

    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z-]+)}}");

    private final String text;

    private Template(String text) {
        this.text = text;
    }

    /** @param name of a resource, as the class finds it */
    public static Template load(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("Expected the resource " + name + ", but there is none.");
            }
            return new Template(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In one pass: what is filled in is not looked at again. */
    public String fill(Map<String, String> values) {
        return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(values.get(place.group(1))));
    }

    @Override
    public String toString() {
        return text;
    }
}
