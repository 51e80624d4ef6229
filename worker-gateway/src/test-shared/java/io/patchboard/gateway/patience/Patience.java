package io.patchboard.gateway.patience;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Awaitility gives up after 10 s unless told otherwise, which a busy machine may need for anything, and fails a wait
 * for what any thread of the process throws, be it one of another test that runs beside. JUnit finds this class by
 * itself.
 */
public final class Patience implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(5));
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }
}
