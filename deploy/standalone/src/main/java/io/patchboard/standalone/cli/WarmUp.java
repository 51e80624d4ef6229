package io.patchboard.standalone.cli;

import io.patchboard.standalone.http.HttpApi;
import io.patchboard.standalone.run.TemporaryDir;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;

/**
 * Runs the demonstration and one HTTP request without a word, and ends. The launcher runs it once after a build, to
 * learn which classes a start loads: with all of them archived, {@code up} takes a third less processor time to be
 * ready.
 */
final class WarmUp {

    private WarmUp() {}

    public static void main(String[] args) throws IOException {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        int exitCode;
        try (TemporaryDir dir = TemporaryDir.create();
                HttpApi http = HttpApi.start(0);
                InputStream answer =
                        URI.create(http.url() + "/health/live").toURL().openStream()) {
            answer.readAllBytes();
            exitCode = PatchBoard.commandLine()
                    .setOut(nowhere)
                    .execute("demo", "--plain", "--data-dir", dir.path().toString());
        }
        System.exit(exitCode);
    }
}
