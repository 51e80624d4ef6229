package io.patchboard.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Why something could not be read or written, in words for people: exceptions of files say it by their names alone. */
public final class FileTrouble {

    /** What the system says where it is asked for something in a file. */
    private static final String NO_DIRECTORY = "Not a directory";

    /** What it says where it is asked for the text of a directory. */
    private static final String A_DIRECTORY = "Is a directory";

    private FileTrouble() {}

    /** As the rest of a sentence that says what was expected and ends in "but". */
    public static String of(Exception e) {
        return switch (e) {
            case UncheckedIOException wrapped -> of(wrapped.getCause());
            case NoSuchFileException missing -> "there is no " + missing(missing);
            case FileAlreadyExistsException there -> "a file " + file(there) + " is in the way";
            case NotDirectoryException other -> file(other) + " is no directory";
            case DirectoryNotEmptyException full -> file(full) + " is a directory that is not empty";
            case AccessDeniedException denied -> "access to " + file(denied) + " is denied";
            case FileSystemException other
            when NO_DIRECTORY.equals(other.getReason()) ->
                "something on the way to " + file(other) + " is no directory";
            case FileSystemException other ->
                file(other) + " gave an error" + why(Optional.ofNullable(other.getReason()));
            case CharacterCodingException binary -> "it is no text in UTF-8";
            case IOException other when A_DIRECTORY.equals(other.getMessage()) -> "it is a directory";
            default -> "it failed" + why(Optional.ofNullable(e.getMessage()));
        };
    }

    /** The directory that is missing where the file has none to be in: making the file would not help. */
    private static String missing(NoSuchFileException e) {
        return Optional.ofNullable(e.getFile())
                .map(file -> Path.of(file).toAbsolutePath().getParent())
                .filter(Files::notExists)
                .map(directory -> "directory " + highestMissing(directory))
                .orElseGet(() -> file(e));
    }

    private static Path highestMissing(Path directory) {
        Path parent = directory.getParent();
        return parent != null && Files.notExists(parent) ? highestMissing(parent) : directory;
    }

    private static String file(FileSystemException e) {
        return e.getFile() == null ? "such a file" : e.getFile();
    }

    private static String why(Optional<String> reason) {
        return reason.filter(text -> !text.isBlank())
                .map(text -> " (" + lowerFirst(text.strip().replaceFirst("\\.$", "")) + ")")
                .orElse("");
    }

    private static String lowerFirst(String text) {
        boolean name = text.length() > 1 && Character.isUpperCase(text.charAt(1));
        return name ? text : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }
}
