package io.patchboard.standalone.screen;

import java.io.PrintWriter;
import java.util.List;

/**
 * Lines that stay, and on a terminal one line below them that shows what goes on right now.
 *
 * <p>Used by one thread at a time for printing; the live line may come from another.
 */
public final class Screen implements AutoCloseable {

    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter out;
    private final Look look;
    private String progress = "";

    public Screen(PrintWriter out, Look look) {
        this.out = out;
        this.look = look;
    }

    public Look look() {
        return look;
    }

    public synchronized void print(String line) {
        print(List.of(line));
    }

    public synchronized void print(List<String> lines) {
        StringBuilder text = new StringBuilder(progress.isEmpty() ? "" : CLEAR_LINE);
        lines.forEach(line -> text.append(line).append(System.lineSeparator()));
        out.print(text.append(progress));
        out.flush();
    }

    /** Replaces the live line; does nothing where there is none. */
    public synchronized void progress(String text) {
        if (look.live()) {
            String next = Style.DIM.of(Text.cut(Text.printable(text), look.width() - 1), look);
            if (!next.equals(progress)) {
                progress = next;
                out.print(CLEAR_LINE + progress);
                out.flush();
            }
        }
    }

    /** Takes the live line away. */
    @Override
    public synchronized void close() {
        if (!progress.isEmpty()) {
            progress = "";
            out.print(CLEAR_LINE);
            out.flush();
        }
    }
}
