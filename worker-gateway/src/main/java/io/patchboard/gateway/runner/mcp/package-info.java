/**
 * Asks servers of the Model Context Protocol for their tools and calls these, as its client, over stdin and stdout or
 * over HTTP.
 *
 * <p>No more of the protocol is spoken than tools need: a client that declares no capabilities is never rightly asked
 * for sampling, roots or elicitation, and says so to whoever asks all the same. A server may do what it likes: it is
 * waited for until a deadline, its messages are bounded in size and number, and a connection on which anything went
 * wrong is given up and made anew for the next call. What a tool is, is pinned when it is first listed: a server that
 * changes it later gets no more calls of it.
 */
package io.patchboard.gateway.runner.mcp;
