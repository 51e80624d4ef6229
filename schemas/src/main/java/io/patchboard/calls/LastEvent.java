package io.patchboard.calls;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** Finds, in a stream of events that comes in parts, the event behind which nothing is waited for. */
final class LastEvent {

    private final Predicate<String> isLast;
    private final ByteArrayOutputStream event = new ByteArrayOutputStream();
    private boolean lineIsEmpty = true;
    private boolean afterReturn;
    private boolean found;

    /** @param isLast asked about the data of each event that is whole, until it is */
    LastEvent(Predicate<String> isLast) {
        this.isLast = isLast;
    }

    /** Whether it has come, with this part or before. Each byte is looked at once, and each event read once. */
    boolean hasCome(byte[] part) {
        for (int i = 0; i < part.length && !found; i++) {
            add(part[i]);
        }
        return found;
    }

    private void add(byte next) {
        event.write(next);
        boolean secondOfLineEnd = next == '\n' && afterReturn;
        afterReturn = next == '\r';
        if (secondOfLineEnd) {
            return;
        }
        boolean lineEnds = next == '\n' || next == '\r';
        if (lineEnds && lineIsEmpty) {
            for (String data : EventStream.data(event.toString(StandardCharsets.UTF_8))) {
                found |= isLast.test(data);
            }
            event.reset();
        }
        lineIsEmpty = lineEnds;
    }
}
