package io.patchboard.tracing;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** What OpenTelemetry's SDK tells, by the JDK's logging, in the log of everything else. */
final class SdkLog extends Handler {

    /** Kept here, as the JDK forgets a logger that nobody keeps, and its handlers with it. */
    private static final Logger SDK = Logger.getLogger("io.opentelemetry");

    private static final Pattern HEADERS = Pattern.compile("(headers=|header (?:name|value): ).*", Pattern.DOTALL);

    /** What may hold a key, or a password, in the address of a collector. */
    private static final Pattern ADDRESS = Pattern.compile("(?<=//).*(?=@)|(?<=query string: |\\?).*", Pattern.DOTALL);

    private SdkLog() {}

    /** A message of the SDK's or of its client's, which may quote what the variables of the exporter say. */
    static String withoutSecrets(String message) {
        String told = HEADERS.matcher(message).replaceFirst("$1(not shown; expected name=value,name=value)");
        return ADDRESS.matcher(told).replaceAll("***");
    }

    static synchronized void toSlf4j() {
        if (SDK.getUseParentHandlers()) {
            SDK.setUseParentHandlers(false);
            SDK.addHandler(new SdkLog());
        }
    }

    @Override
    public void publish(LogRecord told) {
        org.slf4j.Logger log = LoggerFactory.getLogger(told.getLoggerName());
        LoggingEventBuilder line =
                told.getLevel().intValue() >= Level.WARNING.intValue() ? log.atWarn() : log.atDebug();
        // Without the stack: where in the client it was that a collector did not answer helps nobody.
        String thrown = told.getThrown() == null ? "" : " (" + told.getThrown() + ")";
        line.log(withoutSecrets(told.getMessage() + thrown));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
