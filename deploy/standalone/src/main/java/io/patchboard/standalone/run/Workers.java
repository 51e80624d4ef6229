package io.patchboard.standalone.run;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.patchboard.client.KafkaConnection;
import io.patchboard.gateway.Gateway;
import io.patchboard.gateway.GatewayConfig;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.tracing.Tracing;
import java.nio.file.Path;

/**
 * Workers that a gateway of this process serves, and the group in which it shares them.
 *
 * <p>All gateways of one group must serve the same workers. So the group follows from the text of the workers file,
 * unless the file names one: two runs of the same example share its work, also where one of them is an {@code up}, and
 * different files never take each other's invocations.
 */
public record Workers(WorkersFile file, String group) {

    /** @throws ConfigException with every error of the file, also if it cannot be read */
    public static Workers load(Path path) throws ConfigException {
        return parse(WorkersFile.read(path), path);
    }

    /**
     * @param path for messages; programs run in its folder
     * @throws ConfigException with every error of the text
     */
    public static Workers parse(String text, Path path) throws ConfigException {
        WorkersFile file = WorkersFile.parse(text, path);
        return new Workers(file, group(file, text));
    }

    private static String group(WorkersFile file, String text) {
        return file.group().orElseGet(() -> WorkersFile.defaultGroup(text));
    }

    /**
     * Starts serving.
     *
     * @param tracing closed by its owner
     * @throws StartFailedException if a worker is one that this program does not have
     */
    public Gateway serve(KafkaConnection connection, Callbacks callbacks, Tracing tracing) {
        return serve(connection, callbacks, new CompositeMeterRegistry(), tracing);
    }

    /**
     * As {@link #serve(KafkaConnection, Callbacks, Tracing)}, for workers that may answer by a request of their own.
     *
     * @param meters where to count
     * @param tracing closed by its owner
     */
    public Gateway serve(KafkaConnection connection, Callbacks callbacks, MeterRegistry meters, Tracing tracing) {
        try {
            return Gateway.start(GatewayConfig.builder(connection, file.workers())
                    .signers(file.signers())
                    .groupId(group)
                    .callbacks(callbacks)
                    .meters(meters)
                    .tracing(tracing)
                    .build());
        } catch (IllegalArgumentException e) {
            throw new StartFailedException(e.getMessage(), e);
        }
    }
}
