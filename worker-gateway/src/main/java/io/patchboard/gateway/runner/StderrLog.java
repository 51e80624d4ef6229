package io.patchboard.gateway.runner;

import io.patchboard.gateway.config.PlainText;
import io.patchboard.gateway.config.Redaction;
import io.patchboard.gateway.text.Cut;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Puts what a program says on stderr into the log, line by line, without its secrets and as plain text. A program that
 * says a great deal does not fill the log: beyond {@value #MOST_LINES_A_SECOND} lines in a second they are counted, and the
 * number is told. The last words are kept in any case. Used by one thread, except for {@link #lastWords}.
 */
final class StderrLog {

    static final int MOST_LINES_A_SECOND = 100;
    static final int MAX_CHARS = 2_000;

    private static final int LAST_WORDS_LINES = 10;
    private static final int LAST_WORDS_CHARS = 2_000;
    private static final long SECOND = 1_000_000_000;

    private final Logger log;
    private final String worker;
    private final Redaction redaction;
    private final LongSupplier nanoTime;
    private final Deque<String> lastWords = new ArrayDeque<>();
    private long secondBegan;
    private int linesInSecond;
    private long leftOut;

    StderrLog(Logger log, String worker, Redaction redaction, LongSupplier nanoTime) {
        this.log = log;
        this.worker = worker;
        this.redaction = redaction;
        this.nanoTime = nanoTime;
        this.secondBegan = nanoTime.getAsLong();
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
        long now = nanoTime.getAsLong();
        if (now - secondBegan >= SECOND) {
            tellLeftOut();
            secondBegan = now;
            linesInSecond = 0;
        }
        if (++linesInSecond <= MOST_LINES_A_SECOND) {
            log.info("worker {}: {}", worker, text);
        } else {
            leftOut++;
        }
    }

    void end() {
        tellLeftOut();
    }

    private void tellLeftOut() {
        if (leftOut > 0) {
            log.info(
                    "worker {}: {} more lines on stderr were left out; the log takes {} a second.",
                    worker,
                    leftOut,
                    MOST_LINES_A_SECOND);
            leftOut = 0;
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
