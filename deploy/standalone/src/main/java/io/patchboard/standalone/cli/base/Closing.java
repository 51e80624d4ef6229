package io.patchboard.standalone.cli.base;

import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what a command has opened. */
public final class Closing {

    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private Closing() {}

    /** All of it, the last first, whatever fails. */
    public static void all(Deque<AutoCloseable> opened) {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                LOG.warn("Expected to close everything, but that failed.", e);
            }
        }
    }
}
