package io.patchboard.calls;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Reads server-sent events. */
public final class EventStream {

    private static final String DATA = "data:";
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final String TYPE = "text/event-stream";

    private EventStream() {}

    /** Whether a response of this media type, which has no case, is one. */
    public static boolean isOne(Outcome.Response response) {
        return response.contentType().filter(EventStream::isType).isPresent();
    }

    static boolean isType(String contentType) {
        return contentType.regionMatches(true, 0, TYPE, 0, TYPE.length());
    }

    /**
     * What stands behind {@code data:} in each event, read when it is asked for; several such lines are one text.
     * Events without any are passed over: servers send them to keep a line open, or to say from where it can be taken
     * up again.
     */
    public static Iterable<String> data(String text) {
        return () -> new Events(text);
    }

    private static final class Events implements Iterator<String> {

        private final String text;
        private int at;
        private Optional<String> next;

        Events(String text) {
            this.text = text;
            this.at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length() : 0;
            this.next = read();
        }

        @Override
        public boolean hasNext() {
            return next.isPresent();
        }

        @Override
        public String next() {
            String event = next.orElseThrow(NoSuchElementException::new);
            next = read();
            return event;
        }

        /** Up to an empty line, or the end. */
        private Optional<String> read() {
            StringBuilder data = new StringBuilder();
            while (at < text.length()) {
                int begin = at;
                int end = endOfLine(begin);
                at = end + (text.startsWith("\r\n", end) ? 2 : 1);
                if (text.startsWith(DATA, begin)) {
                    data.append(data.isEmpty() ? "" : "\n")
                            .append(text.substring(begin + DATA.length(), end).strip());
                } else if (end == begin && !data.isEmpty()) {
                    break;
                }
            }
            return data.isEmpty() ? Optional.empty() : Optional.of(data.toString());
        }

        private int endOfLine(int begin) {
            int end = begin;
            while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
                end++;
            }
            return end;
        }
    }
}
