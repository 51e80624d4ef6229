package io.patchboard.standalone.screen;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Keeps the live line of a screen moving, so that waiting looks like waiting. Does nothing where there is none. */
public final class Pulse implements AutoCloseable {

    private static final String FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
    private static final long BEAT_MILLIS = 120;

    /** What takes no longer needs no word about how far it is. */
    private static final long LONG_MILLIS = 2_000;

    private final Screen screen;
    private final ScheduledExecutorService beat;
    private int frame;

    private Pulse(Screen screen, ScheduledExecutorService beat) {
        this.screen = screen;
        this.beat = beat;
    }

    /** @param text asked for at each beat, by another thread */
    public static Pulse start(Screen screen, Supplier<String> text) {
        return start(screen, text, 0);
    }

    /** As {@link #start}, of what may take long or not: silent for the first seconds. */
    public static Pulse startLater(Screen screen, Supplier<String> text) {
        return start(screen, text, LONG_MILLIS);
    }

    private static Pulse start(Screen screen, Supplier<String> text, long delayMillis) {
        ScheduledExecutorService beat = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("patchboard-pulse").factory());
        Pulse pulse = new Pulse(screen, beat);
        if (screen.look().live()) {
            beat.scheduleAtFixedRate(() -> pulse.show(text.get()), delayMillis, BEAT_MILLIS, TimeUnit.MILLISECONDS);
        }
        return pulse;
    }

    private void show(String text) {
        frame = (frame + 1) % FRAMES.length();
        screen.progress(FRAMES.charAt(frame) + " " + text);
    }

    @Override
    public void close() {
        beat.shutdownNow();
        screen.close();
    }
}
