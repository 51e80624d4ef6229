/**
 * Boards and workers without a Kafka client: create boards, propose, poll invocations, answer them.
 *
 * <p>Guarantee: nothing here knows more than Kafka does. A reply of success repeats an entry of the committed topic; an
 * answer is judged by the kernel alone, and whoever repeats a request with the same id gets the same outcome. So any
 * server can take any request, and none has to outlive its callers.
 *
 * <p>How: {@link io.patchboard.client.ask.Outcomes} sends and waits,
 * {@link io.patchboard.gateway.http.lease.Leases} lends invocations. The routes only translate. {@code docs/http.md}
 * tells what they take and give, and {@code openapi.yaml}, which is served, tells it to programs.
 */
package io.patchboard.gateway.http.api;
