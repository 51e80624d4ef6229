package io.patchboard.standalone.cli;

import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.text.FileTrouble;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Remembers why data could not be written: a {@link PrintWriter} tells only that something was not. */
final class Stdout extends FilterOutputStream {

    private volatile Optional<IOException> failure = Optional.empty();

    Stdout(OutputStream out) {
        super(out);
    }

    /** JSON is UTF-8 whatever the terminal's language is (RFC 8259 section 8.1). */
    static PrintWriter writer(OutputStream out) {
        return new PrintWriter(out, true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            failure = failure.or(() -> Optional.of(e));
            throw e;
        }
    }

    /**
     * Says what of a command's data was lost.
     *
     * @param exitCode of the command
     * @return the exit code with that
     */
    int exitCode(int exitCode, PrintWriter err) {
        Optional<IOException> lost = failure.filter(e -> !Output.isClosed(e));
        lost.ifPresent(e -> err.println(
                "Expected to write to stdout, but " + FileTrouble.of(e) + ". What was printed there is not all."));
        return lost.isPresent() ? ExitCodes.FAILED : exitCode;
    }
}
