package io.patchboard.standalone.doctor;

import io.patchboard.client.KafkaConnection;
import io.patchboard.standalone.check.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;

/** Looks at a cluster, and says of each thing whether it is as PatchBoard needs it and what to do if it is not. */
public final class Doctor {

    private static final Duration ANSWER = Duration.ofSeconds(15);

    /** What is asked for one finding after the other. */
    @FunctionalInterface
    interface Check {
        void run(Consumer<Finding> told) throws ExecutionException, InterruptedException;
    }

    /**
     * A check by its name.
     *
     * @param right that it takes
     */
    record Named(String name, String right, Check check) {

        Named(String name, Check check) {
            this(name, "to describe", check);
        }
    }

    private Doctor() {}

    /**
     * Looks at all there is; what one check cannot see keeps no other from being made.
     *
     * @param connection to a cluster that has answered
     * @param told of each finding at once
     */
    public static void examine(KafkaConnection connection, Consumer<Finding> told) throws InterruptedException {
        try (Admin admin = Admin.create(connection.adminConfig("patchboard-doctor", connection.patience(ANSWER)))) {
            Brokers brokers = new Brokers(admin);
            TopicsCheck topics = new TopicsCheck(admin, connection);
            KernelCheck kernel = new KernelCheck(admin, connection);
            List<Named> checks = List.of(
                    new Named("brokers", brokers::present),
                    new Named("features", brokers::features),
                    new Named("answers", brokers::answers),
                    new Named("disk", brokers::disk),
                    new Named("topics", topics::present),
                    new Named("settings", topics::settings),
                    new Named("replicas", topics::replicas),
                    new Named("rights", topics::rights),
                    new Named("clock", Clocks.right(connection.topics()), findings -> {
                        if (topics.hasCommands()) {
                            Clocks.check(connection, findings);
                        }
                    }),
                    new Named("kernel", kernel::check),
                    new Named("registry", findings -> Registry.check(connection, findings)));
            for (Named check : checks) {
                run(check, told);
            }
        }
    }

    static void run(Named check, Consumer<Finding> told) throws InterruptedException {
        try {
            check.check().run(told);
        } catch (ExecutionException e) {
            told.accept(unseen(check, e.getCause()));
        } catch (RuntimeException e) {
            told.accept(unseen(check, e));
        }
    }

    private static Finding unseen(Named check, Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(AuthorizationException.class::isInstance)
                .findFirst()
                .map(refusal -> Finding.warn(
                        check.name(),
                        "This cannot be seen with these credentials: " + refusal.getMessage()
                                + " Ask with others, or grant the right " + check.right() + "."))
                .orElseGet(() -> Finding.fail(
                        check.name(),
                        "Expected an answer, but: "
                                + (failure instanceof KafkaException ? failure.getMessage() : failure)));
    }
}
