package io.patchboard.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files that come along with the program, on its class path. */
public final class Resources {

    private Resources() {}

    /** @throws IllegalStateException if the class finds none of this name */
    public static byte[] bytes(Class<?> beside, String name) {
        try (InputStream file = beside.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("Expected the resource " + name + ", but there is none.");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@link #bytes}, of a text. */
    public static String text(Class<?> beside, String name) {
        return new String(bytes(beside, name), StandardCharsets.UTF_8);
    }
}
