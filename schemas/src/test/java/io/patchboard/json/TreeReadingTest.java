package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TreeReadingTest {

    /** With as many members as a builder has room for, more than it looks through, fewer, and the like inside. */
    @Test
    void objectsThatFollowEachOther_keepTheirOwnMembers() throws JsonSyntaxException {
        String text = IntStream.of(8, 1, 33, 16, 2, 32, 8, 9)
                .mapToObj(size -> object(size, object(size, "{\"in\":" + size + "}")))
                .collect(Collectors.joining(",", "[", "]"));

        Json read = new JsonReader(JsonLimits.DEFAULT).read(text);

        assertThat(read).hasToString(text);
    }

    private static String object(int size, String first) {
        return IntStream.range(0, size)
                .mapToObj(i -> "\"m%02d\":%s".formatted(i, i == 0 ? first : Integer.toString(i * size)))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
