package io.patchboard.standalone.doctor;

import io.patchboard.record.Topics;
import io.patchboard.standalone.check.Finding;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Whether a kernel decides, and how far it is behind. */
final class KernelCheck {

    private static final long MUCH = 10_000;

    private final Admin admin;
    private final Topics topics;

    KernelCheck(Admin admin, Topics topics) {
        this.admin = admin;
        this.topics = topics;
    }

    void check(Consumer<Finding> told) throws ExecutionException, InterruptedException {
        String group = topics.kernelGroup();
        int members;
        try {
            ConsumerGroupDescription kernels = admin.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group)
                    .get();
            members = kernels.members().size();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                throw e;
            }
            members = 0;
        }
        long behind = members == 0 ? 0 : behind(group);
        if (members == 0) {
            told.accept(Finding.warn(
                    "kernel",
                    "No kernel is in group " + group
                            + ", so nothing is decided. Start one: patchboard kernel, or up."));
        } else if (behind > MUCH) {
            told.accept(Finding.warn(
                    "kernel",
                    members + " kernel threads, " + behind
                            + " records behind. If that grows, start another kernel of the same prefix."));
        } else {
            told.accept(Finding.pass("kernel", members + " kernel threads, " + behind + " records behind."));
        }
    }

    private long behind(String group) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> done = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
        Map<TopicPartition, OffsetSpec> ends =
                done.keySet().stream().collect(Collectors.toMap(Function.identity(), place -> OffsetSpec.latest()));
        return admin.listOffsets(ends).all().get().entrySet().stream()
                .mapToLong(end -> Math.max(
                        0, end.getValue().offset() - done.get(end.getKey()).offset()))
                .sum();
    }
}
