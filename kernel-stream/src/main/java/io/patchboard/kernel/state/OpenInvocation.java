package io.patchboard.kernel.state;

import io.patchboard.record.Trigger;
import java.time.Instant;

/**
 * An invocation without an outcome.
 *
 * @param baseVersion the version of the state that the worker's view shows
 */
public record OpenInvocation(
        String id, String worker, long attempt, Instant deadline, long baseVersion, Trigger trigger, String viewHash) {}
