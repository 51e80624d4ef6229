/**
 * The HTTP server that all routes share, whoever brings them: access, bodies, replies, problem documents.
 *
 * <p>Guarantee: whatever goes wrong is told as a problem document (RFC 9457), also what Jetty refuses before any route
 * is asked. A body is read without a thread waiting for it, never beyond the limit, and not before the caller's token
 * was seen; a reply is written without a thread waiting for its reader. So a few threads serve hundreds of long polls,
 * and neither a slow sender nor a slow reader takes one from the others.
 *
 * <p>Threads: Jetty's own, few, which {@code HttpServer} starts and ends; a handler may not wait on them. What takes
 * its time answers by a future: {@code lease} has a thread for each queue that is polled, {@code outcome} follows the
 * log, and both complete what callers wait for on virtual threads.
 *
 * <p>Access: without a token the server binds to loopback only, and refuses requests that name another host (DNS
 * rebinding) or come from another site's page ({@code Origin}). With principals each request but those for health and
 * the OpenAPI document must bring a token of one, who needs the right that its route asks for.
 *
 * <p>What it does not do: TLS, quotas. Whoever listens on a network puts a proxy in front.
 */
package io.patchboard.gateway.http;
