package io.patchboard.kernel.state;

import io.patchboard.record.Trigger;
import java.time.Instant;

/**
 * An invocation that is to be made again.
 *
 * @param attempt the number that it will have
 */
public record WaitingInvocation(String worker, long attempt, Trigger trigger, Instant notBefore) {}
