package io.patchboard.standalone.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Command lines of programs that a test starts in processes of their own: what is tested, and what the tests have. They
 * start from an archive of classes, in two thirds of the processor time.
 */
public final class ChildJvm {

    private static final class Built {

        static final BuiltApp APP = build();

        private static BuiltApp build() {
            try {
                Path dir = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "child-jvm-");
                return BuiltApp.withTests(dir.toAbsolutePath());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private ChildJvm() {}

    /** With options that suit a program that lives for seconds: what takes long to pay off is left out. */
    public static List<String> running(Class<?> program, String... args) {
        return running(List.of(), program, args);
    }

    /**
     * @param options of the JVM, beside those, or in place of {@code -Xmx256m}
     * @return a list that may be added to
     */
    public static List<String> running(List<String> options, Class<?> program, String... args) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.add("-XX:SharedArchiveFile=" + Built.APP.archive());
        command.addAll(options);
        command.addAll(List.of("-cp", Built.APP.classpath(), program.getName()));
        command.addAll(List.of(args));
        return command;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
