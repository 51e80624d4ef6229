package io.patchboard.calls;

import java.util.ArrayList;
import java.util.List;

/** Reads server-sent events. */
public final class EventStream {

    private static final String DATA = "data:";

    private EventStream() {}

    /** What stands behind {@code data:} in each event; several such lines are one text. */
    public static List<String> data(String text) {
        List<String> all = new ArrayList<>();
        StringBuilder data = new StringBuilder();
        boolean any = false;
        for (String line : (text + "\n\n").split("\r\n|\n|\r", -1)) {
            if (line.isEmpty()) {
                if (any) {
                    all.add(data.toString());
                }
                data.setLength(0);
                any = false;
            } else if (line.startsWith(DATA)) {
                data.append(any ? "\n" : "")
                        .append(line.substring(DATA.length()).strip());
                any = true;
            }
        }
        return all;
    }
}
