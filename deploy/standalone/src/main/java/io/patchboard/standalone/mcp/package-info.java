/**
 * The Model Context Protocol, for servers: JSON-RPC between a client and what this one offers, {@link
 * io.patchboard.standalone.mcp.Features}, over HTTP and over a process's standard streams.
 *
 * <p>Two eras of the protocol are spoken side by side. Up to revision 2025-11-25 a client introduces itself once and
 * has a session from then on. Since 2026-07-28 each request says for itself which revision it is of and what its client
 * can, and nothing is remembered between two requests. A request is of the second era if it says so in itself.
 *
 * <p>Each request has a virtual thread of its own, which may wait; to cancel it is to interrupt that thread. Nothing
 * here knows what a board is. Why by hand: {@code docs/decisions/mcp.md}.
 */
package io.patchboard.standalone.mcp;
