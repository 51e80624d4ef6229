package io.patchboard.standalone.cli;

import io.patchboard.faults.Progress;
import io.patchboard.standalone.screen.Pulse;
import io.patchboard.standalone.screen.Screen;

/** Says on stderr what {@code faults} is doing, and on a terminal how far it is. */
final class FaultsProgress implements Progress, AutoCloseable {

    private final Screen screen;
    private final Pulse pulse;
    private volatile int done;

    /** @param perPart how many faults or runs each part has */
    FaultsProgress(Screen screen, int perPart) {
        this.screen = screen;
        this.pulse = Pulse.startLater(screen, () -> done + " of " + perPart);
    }

    @Override
    public void begins(String part) {
        done = 0;
        screen.print(part);
    }

    @Override
    public void done(int count) {
        done = count;
    }

    @Override
    public void close() {
        pulse.close();
    }
}
