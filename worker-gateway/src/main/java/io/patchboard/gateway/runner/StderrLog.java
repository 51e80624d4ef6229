package io.patchboard.gateway.runner;

import io.patchboard.gateway.config.PlainText;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.text.Cut;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Puts what a program says on stderr into the log, line by line, without its secrets and as plain text. A program that
 * says a great deal does not fill the log: see {@link LogRate}. The last words are kept in any case. Used by one
 * thread, except for {@link #lastWords}.
 */
final class StderrLog {

    static final int MAX_CHARS = 2_000;

    private static final int MAX_LINE_BYTES = 8 * 1024;
    private static final int LAST_WORDS_LINES = 10;
    private static final int LAST_WORDS_CHARS = 2_000;

    private final Logger log;
    private final String worker;
    private final Redaction redaction;
    private final LogRate rate;
    private final Deque<String> lastWords = new ArrayDeque<>();

    StderrLog(Logger log, String worker, Redaction redaction, LongSupplier nanoTime) {
        this.log = log;
        this.worker = worker;
        this.redaction = redaction;
        this.rate = new LogRate(
                nanoTime,
                leftOut -> log.info(
                        "worker {}: {} more lines on stderr were left out; the log takes {} a second.",
                        worker,
                        leftOut,
                        LogRate.MOST_LINES_A_SECOND));
    }

    /** Takes all that comes, until the stream ends. */
    void read(InputStream stderr) {
        LineReader lines = new LineReader(stderr, MAX_LINE_BYTES);
        boolean rest = false;
        try {
            for (Optional<LineReader.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
                if (!rest) {
                    add(line.get());
                }
                rest = line.get().cut();
            }
        } catch (IOException e) {
            log.debug("The stderr of worker {} ended: {}", worker, e.toString());
        } finally {
            rate.end();
        }
    }

    void add(LineReader.Line line) {
        String said = new String(line.bytes(), StandardCharsets.UTF_8).stripTrailing();
        String plain = PlainText.of(line.cut() ? redaction.redactCut(said) : redaction.redact(said));
        String text = Cut.shortened(plain, MAX_CHARS);
        synchronized (lastWords) {
            lastWords.addLast(text);
            if (lastWords.size() > LAST_WORDS_LINES) {
                lastWords.removeFirst();
            }
        }
        if (rate.admits()) {
            log.info("worker {}: {}", worker, text);
        }
    }

    /** What was said last, as one text; empty if nothing was. */
    String lastWords() {
        synchronized (lastWords) {
            String words = String.join(" | ", lastWords);
            return (words.length() > LAST_WORDS_CHARS ? "..." : "") + Cut.end(words, LAST_WORDS_CHARS);
        }
    }
}
