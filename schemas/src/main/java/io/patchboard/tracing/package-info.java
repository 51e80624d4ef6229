/**
 * One trace for what a board does, however many parts do it: who sends a request, kernel, gateway, worker, model.
 *
 * <p>The context of a trace is carried beside records and requests, in the headers {@code traceparent} and
 * {@code tracestate} of the W3C, and never in them: nothing of it is decided upon, hashed or stored with a board. It is
 * carried on whether or not spans are made of it; {@link io.patchboard.tracing.Tracing} makes them, where the
 * environment says whom to send them to. See {@code docs/tracing.md}.
 */
package io.patchboard.tracing;
