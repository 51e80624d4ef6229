/**
 * Entries of the log to whoever listens at a URL ({@code patchboard subscribe}).
 *
 * <p>Guarantee: at least once, and of each board one after the other, in the order of its log. An entry is done when
 * its receiver has answered 2xx; until then it is sent again, and the consumer group's position stays before it. A
 * repeat has the same {@code webhook-id}.
 *
 * <p>How: {@link io.patchboard.standalone.webhook.Subscription} polls the log,
 * {@link io.patchboard.standalone.webhook.Deliveries} has a virtual thread for each board that something waits for.
 * What waits is bounded; with no more room the partitions are paused, and a board whose entries are not taken holds up
 * the others only then.
 */
package io.patchboard.standalone.webhook;
