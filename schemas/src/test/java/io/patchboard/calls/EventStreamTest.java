package io.patchboard.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void lastEvent_isFoundWhenItsEmptyLineHasCome_howeverTheStreamIsCut(String end) {
        LastEvent last = new LastEvent(data -> data.equals("one\ntwo"));
        byte[] text = String.join(end, ":", "", "data: zero", "", "data: one", "data: two", "", "")
                .getBytes(StandardCharsets.UTF_8);
        int whole = text.length - (end.length() - 1);
        List<String> asked = new ArrayList<>();
        new LastEvent(data -> !asked.add(data)).hasCome(text);

        for (int i = 0; i < text.length; i++) {
            assertThat(last.hasCome(new byte[] {text[i]})).as("byte %s", i).isEqualTo(i >= whole - 1);
        }
        assertThat(asked).containsExactly("zero", "one\ntwo");
    }

    /** Which a stream may have at its beginning. */
    @Test
    void byteOrderMark_isNoPartOfTheFirstLine() {
        assertThat(EventStream.data("\uFEFFdata: one\n\ndata: \uFEFFtwo\n\n")).containsExactly("one", "\uFEFFtwo");
        assertThat(new LastEvent("one"::equals).hasCome("\uFEFFdata: one\n\n".getBytes(StandardCharsets.UTF_8)))
                .isTrue();
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
