package io.patchboard.kernel.app;

import io.patchboard.record.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * Whether the inputs have as many partitions as they must: a board's commands and proposals meet in one task, whose
 * stores are where they were when the first kernel started.
 */
public final class InputPartitions {

    private InputPartitions() {}

    /**
     * How many boards are spread over: as many as the topic has from which kernels restore them. Absent where no kernel
     * has been, or that topic may not be seen.
     */
    public static Optional<Integer> spread(Admin admin, Topics topics, Set<String> existing)
            throws ExecutionException, InterruptedException {
        String stores = topics.kernelGroup() + "-boards-changelog";
        if (!existing.contains(stores)) {
            return Optional.empty();
        }
        TopicDescription described =
                admin.describeTopics(List.of(stores)).allTopicNames().get().get(stores);
        return Optional.of(described.partitions().size());
    }

    /**
     * What is wrong, and the way out; empty if nothing is.
     *
     * @param inputs how many each of them has
     * @param spread how many boards are spread over, if that is known
     */
    public static Optional<String> misfit(Map<String, Integer> inputs, Optional<Integer> spread) {
        Set<Integer> found = Set.copyOf(inputs.values());
        if (spread.isPresent() && !found.equals(Set.of(spread.get()))) {
            int first = spread.get();
            return Optional.of("Expected " + String.join(" and ", inputs.keySet()) + " to have the " + first
                    + " partitions over which boards are spread, for ever, but got " + inputs
                    + ". StreamsResetter would lose every board. Stop who sends, delete the topic that has others, and"
                    + " let a kernel make it anew with PATCHBOARD_PARTITIONS=" + first
                    + "; what stood there undecided has to be sent again, under its id. Who wants more partitions begins"
                    + " with another prefix.");
        }
        return found.size() > 1
                ? Optional.of("Expected " + String.join(" and ", inputs.keySet())
                        + " to have the same number of partitions, but got " + inputs
                        + ". Delete the one that is wrong, while it is empty: a kernel makes it anew.")
                : Optional.empty();
    }
}
