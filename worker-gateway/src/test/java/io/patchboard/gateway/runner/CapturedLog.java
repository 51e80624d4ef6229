package io.patchboard.gateway.runner;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What the gateway logs, of every level, while this is open: for other tests, too, which run side by side. */
public final class CapturedLog implements AutoCloseable {

    /** Tests run side by side, and the logger is one for all of them. */
    private static int open;

    private final Logger logger =
            ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("io.patchboard.gateway");
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final String by;
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (!event.getLoggerName().startsWith(by)) {
                return;
            }
            String thrown = event.getThrowableProxy() == null
                    ? ""
                    : event.getThrowableProxy().getMessage();
            lines.add(event.getLevel() + " " + event.getFormattedMessage() + thrown + event.getMDCPropertyMap());
        }
    };

    public CapturedLog() {
        this("");
    }

    /** @param by the logger whose lines alone are kept; a test's own, where no line of another may be among them */
    CapturedLog(String by) {
        this.by = by;
        count(1);
        appender.setContext(logger.getLoggerContext());
        appender.start();
        logger.addAppender(appender);
    }

    public List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        count(-1);
    }

    private void count(int more) {
        synchronized (CapturedLog.class) {
            open += more;
            logger.setLevel(open > 0 ? Level.TRACE : Level.INFO);
        }
    }
}
