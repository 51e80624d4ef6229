package io.patchboard.bench.process;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Topics that a side does not make itself. */
public final class NewTopics {

    private NewTopics() {}

    /** Returns when the broker has made them. */
    public static void create(Admin admin, List<NewTopic> topics) {
        try {
            admin.createTopics(topics).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Expected to make topics, but: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while making topics.", e);
        }
    }
}
