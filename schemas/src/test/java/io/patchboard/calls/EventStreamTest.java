package io.patchboard.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Server-sent events, as servers write them. */
class EventStreamTest {

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void events_areToldApart_howeverLinesEnd(String end) {
        String text = String.join(
                end,
                ": a comment",
                "",
                "event: note",
                "data: one",
                "id: 7",
                "data:two ",
                "",
                "",
                "data",
                "data: three");

        assertThat(EventStream.data(text)).containsExactly("one\ntwo", "three");
    }

    @Test
    void nothing_hasNoEvents() {
        assertThat(EventStream.data("")).isEmpty();
        assertThat(EventStream.data("\n\n")).isEmpty();
    }

    /** A server of MCP that can take a stream up again begins it with such an event. */
    @Test
    void eventsWithoutData_arePassedOver() {
        assertThat(EventStream.data("id: 1\ndata: \n\ndata:\n\nid: 2\ndata: one\n\ndata:\n"))
                .containsExactly("one");
        assertThat(EventStream.data("id: 1\ndata: \n\n")).isEmpty();
    }

    @Test
    void linesThatAreNoData_takeNoMemory() {
        String text = "x\n".repeat(1_000_000) + "data: end";
        assertThat(EventStream.data(text)).containsExactly("end");

        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        EventStream.data(text).iterator().next();

        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(text.length());
    }
}
