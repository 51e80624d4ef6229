package io.patchboard.standalone.chaos;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What a process is there for. Its name is that with a number, such as {@code broker-0}. */
enum Role {
    BROKER(3),
    KERNEL(2),
    GATEWAY(3);

    private final int count;

    Role(int count) {
        this.count = count;
    }

    static Role of(String node) {
        return valueOf(node.substring(0, node.indexOf('-')).toUpperCase(Locale.ROOT));
    }

    /** That of a name, which is also the id of a broker. */
    static int number(String node) {
        return Integer.parseInt(node.substring(node.indexOf('-') + 1));
    }

    String node(int number) {
        return this + "-" + number;
    }

    List<String> names() {
        return IntStream.range(0, count).mapToObj(this::node).toList();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
