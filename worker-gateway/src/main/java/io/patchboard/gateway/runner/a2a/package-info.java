/**
 * Runs workers that are agents of the Agent2Agent protocol 1.0 or 0.3: the invocation is sent as a message,
 * and what the task gives is the answer.
 *
 * <p>What is guaranteed is what every runner guarantees: an answer, always, and in bounded time and memory. The card is
 * read for each invocation. It may name this server's own address alone: what is sent there, and the secrets beside it,
 * goes to nobody whom the card's reader has not named. A task that is still at work when the time is over is
 * cancelled; when the gateway closes it goes on, and the gateway that takes the invocation next finds it by the same
 * message.
 */
package io.patchboard.gateway.runner.a2a;
