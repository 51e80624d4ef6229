package io.patchboard.gateway.source;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which topics are read.
 *
 * @param prefix of every topic of the installation, {@code patchboard.} by default
 * @param queues the topics {@code <prefix>invocations.<queue>}; if there are none, every such topic, also one that is
 *     created later
 */
public record InvocationTopics(String prefix, List<String> queues) {

    public InvocationTopics {
        queues = List.copyOf(queues);
    }

    boolean contains(String topic) {
        String start = prefix + "invocations.";
        return topic.startsWith(start)
                && topic.length() > start.length()
                && (queues.isEmpty() || queues.contains(topic.substring(start.length())));
    }

    List<String> names() {
        return queues.stream().map(queue -> prefix + "invocations." + queue).toList();
    }

    Pattern pattern() {
        return Pattern.compile("^" + Pattern.quote(prefix + "invocations.") + ".+");
    }
}
