package io.patchboard.gateway.worker;

import java.util.Map;

/**
 * A named set of workers, found by {@link java.util.ServiceLoader}. In {@code workers.yaml},
 * {@code java: <provider>/<worker>} refers to one of them.
 */
public interface WorkerProvider {

    /** Unique among the providers of a gateway; no {@code /}. */
    String name();

    /** The workers by name. Called once, when the gateway starts. */
    Map<String, Worker> workers();

    /** Tools for workers that are language models, by name. Called once, when the gateway starts. */
    default Map<String, Tool> tools() {
        return Map.of();
    }
}
