package io.patchboard.gateway.blob;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lists directories that others change meanwhile: what has gone is passed over, and so is what is no directory. */
final class Folders {

    private Folders() {}

    /** The files in a directory. */
    static List<Path> files(Path folder) throws IOException {
        return entries(folder).stream().filter(Files::isRegularFile).toList();
    }

    /** The files in the directories in a directory. */
    static List<Path> filesBelow(Path folder) throws IOException {
        return filesOf(entries(folder));
    }

    static List<Path> filesOf(List<Path> folders) throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path folder : folders) {
            all.addAll(files(folder));
        }
        return all;
    }

    private static List<Path> entries(Path folder) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            found.forEach(entries::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return entries;
        } catch (DirectoryIteratorException e) {
            if (!(e.getCause() instanceof NoSuchFileException)) {
                throw e.getCause();
            }
        }
        return entries;
    }
}
