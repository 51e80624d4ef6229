package io.patchboard.standalone.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

/** Tests that need Debian's browser; skipped, and said to be, where it is missing. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("long")
@EnabledIf(
        value = "io.patchboard.standalone.http.BrowserRig#isInstalled",
        disabledReason = "needs chromium and chromedriver (Debian: chromium, chromium-driver)")
@interface InChromium {}
