package io.patchboard.standalone.cli.base;

import io.patchboard.sign.Signer;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** An author's private key, in a file of his own. */
public final class KeyFile {

    private KeyFile() {}

    /** @throws CliException if it cannot be read, or is no such key */
    public static Signer read(Path file) {
        try {
            return Signer.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw CliException.failed("Expected a private key at " + file
                    + ", but there is no such file. \"patchboard keys make " + file + "\" makes one.");
        } catch (IOException e) {
            throw CliException.failed(
                    "Expected a readable private key at " + file + ", but " + FileTrouble.of(e) + ".");
        } catch (IllegalArgumentException e) {
            throw CliException.failed(file + ": " + e.getMessage());
        }
    }
}
