package io.patchboard.standalone.cli.base;

import io.patchboard.tracing.Tracing;
import java.util.Deque;

/** The tracing of a command that starts parts of PatchBoard. */
public final class Traces {

    private Traces() {}

    /** As the environment says; see {@code docs/tracing.md}. */
    public static Tracing start() {
        try {
            return Tracing.of(System.getenv(), "patchboard");
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    /** The same, to be closed after what is opened next. */
    public static Tracing start(Deque<AutoCloseable> opened) {
        Tracing tracing = start();
        opened.push(tracing);
        return tracing;
    }
}
