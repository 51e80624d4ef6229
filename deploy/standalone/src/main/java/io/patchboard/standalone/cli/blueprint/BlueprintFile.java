package io.patchboard.standalone.cli.blueprint;

import io.patchboard.json.Json;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.blueprint.BlueprintText;
import io.patchboard.standalone.blueprint.BlueprintText.Format;
import io.patchboard.standalone.blueprint.Verdict;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Blueprints, and other documents, that stand in YAML or JSON files ({@code .json}). */
public final class BlueprintFile {

    private BlueprintFile() {}

    /**
     * The blueprint in a file, for a kernel to check.
     *
     * @throws CliException if it is neither YAML nor JSON
     */
    public static Json document(Path file) {
        try {
            return load(file).document();
        } catch (BlueprintSyntaxException e) {
            throw new CliException(ExitCodes.INVALID, file + ": " + e.getMessage());
        }
    }

    /** @throws CliException if it has errors; every one has been told */
    static Json valid(Path file, Output output) {
        Verdict verdict = verdict(file);
        verdict.errors().forEach(error -> output.progress(line(file, error, "error")));
        return verdict.blueprint()
                .orElseThrow(() -> new CliException(
                        ExitCodes.INVALID, "Expected a valid blueprint, but " + file + " is none. Nothing was sent."))
                .source();
    }

    /**
     * @throws CliException if there is no such file or it cannot be read
     * @throws BlueprintSyntaxException if it holds neither YAML nor JSON
     */
    public static BlueprintText load(Path file) throws BlueprintSyntaxException {
        return load(file, "blueprint");
    }

    /**
     * As {@link #load(Path)}, for other documents that are written by hand.
     *
     * @param what stands in the file, for messages
     */
    public static BlueprintText load(Path file, String what) throws BlueprintSyntaxException {
        try {
            return parse(Files.readString(file, StandardCharsets.UTF_8), file);
        } catch (MalformedInputException e) {
            throw new BlueprintSyntaxException("Expected text in UTF-8, but the file is none.", Optional.empty());
        } catch (NoSuchFileException e) {
            throw CliException.failed("Expected a " + what + " at " + file + ", but there is no such file.");
        } catch (IOException e) {
            throw CliException.failed(
                    "Expected a readable " + what + " at " + file + ", but " + FileTrouble.of(e) + ".");
        }
    }

    /** @param file whose name tells JSON from YAML */
    public static BlueprintText parse(String text, Path file) throws BlueprintSyntaxException {
        return BlueprintText.parse(text, format(file));
    }

    private static Format format(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(".json") ? Format.JSON : Format.YAML;
    }

    /** All that there is to say about a file, also where it holds neither YAML nor JSON. */
    static Verdict verdict(Path file) {
        try {
            return Verdict.of(load(file));
        } catch (BlueprintSyntaxException e) {
            return Verdict.of(e);
        }
    }

    /** A remark as compilers print theirs, so that editors find the place. */
    static String line(Path file, Verdict.Remark remark, String kind) {
        String where = file + remark.line().map(number -> ":" + number).orElse("");
        String pointer = remark.pointer().isEmpty() ? "" : " at " + remark.pointer();
        return Text.printable(where + ": " + kind + pointer + ": " + remark.message());
    }
}
