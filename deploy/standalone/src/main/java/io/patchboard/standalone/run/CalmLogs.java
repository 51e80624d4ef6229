package io.patchboard.standalone.run;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the doings of PatchBoard's own parts out of commands whose output is something else. */
public final class CalmLogs {

    private CalmLogs() {}

    /** Only warnings from now on, unless {@code PATCHBOARD_LOG} asks for more. */
    public static void onlyWarnings() {
        if (System.getenv("PATCHBOARD_LOG") == null
                && LoggerFactory.getLogger("io.patchboard") instanceof Logger logger) {
            logger.setLevel(Level.WARN);
        }
    }
}
