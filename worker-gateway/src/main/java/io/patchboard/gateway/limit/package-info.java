/**
 * Limits that hold over all gateways: so many calls at once, so many in a time, of whatever names the limit.
 *
 * <p>The gateways that name one are members of a consumer group that reads nothing. Its leader, whom Kafka chooses, is
 * the one place that decides: each member tells it what it uses and wants ({@link io.patchboard.gateway.limit.Stake}),
 * and gets its share ({@link io.patchboard.gateway.limit.Share}). {@link io.patchboard.gateway.limit.Division} is the
 * decision, {@link io.patchboard.gateway.limit.Permits} what this gateway may do with its share. Why so, and what holds
 * when: {@code docs/decisions/limits.md}.
 */
package io.patchboard.gateway.limit;
