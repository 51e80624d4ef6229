package io.patchboard.standalone.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What moves while a long reading goes on. */
class PulseTest {

    private final StringWriter written = new StringWriter();
    private final CountDownLatch askedTwice = new CountDownLatch(2);
    private final AtomicInteger read = new AtomicInteger();

    private Screen screen(Look look) {
        return new Screen(new PrintWriter(written), look);
    }

    private String text() {
        askedTwice.countDown();
        return Text.counted(read.incrementAndGet(), "entry", "entries");
    }

    @Test
    void onATerminal_saysHowFarItIs_andTakesTheLineAway() throws InterruptedException {
        Screen screen = screen(new Look(false, true, 80));
        try (Pulse pulse = Pulse.startLater(screen, this::text)) {
            askedTwice.await();
            screen.print("a line");
        }
        assertThat(written.toString()).contains("1 entry", "\r\u001b[Ka line").endsWith("\r\u001b[K");
    }

    @Test
    void elsewhere_isSilent_andAsksNobody() {
        Pulse.startLater(screen(Look.plain()), this::text).close();
        Pulse.start(screen(Look.plain()), this::text).close();

        assertThat(written.toString()).isEmpty();
        assertThat(read).hasValue(0);
    }
}
