package io.patchboard.text;

import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.Optional;

/** Why something could not be read or written, in words for people: exceptions of files say it by their names alone. */
public final class FileTrouble {

    private FileTrouble() {}

    /** As the rest of a sentence that says what was expected and ends in "but". */
    public static String of(Exception e) {
        return switch (e) {
            case UncheckedIOException wrapped -> of(wrapped.getCause());
            case NoSuchFileException missing -> "there is no " + file(missing);
            case FileAlreadyExistsException there -> file(there) + " is there already";
            case NotDirectoryException other -> file(other) + " is no directory";
            case DirectoryNotEmptyException full -> file(full) + " is a directory that is not empty";
            case AccessDeniedException denied -> "access to " + file(denied) + " is denied";
            case FileSystemException other ->
                file(other) + " gave an error" + why(Optional.ofNullable(other.getReason()));
            case CharacterCodingException binary -> "it is no text in UTF-8";
            default -> "it failed" + why(Optional.ofNullable(e.getMessage()));
        };
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
