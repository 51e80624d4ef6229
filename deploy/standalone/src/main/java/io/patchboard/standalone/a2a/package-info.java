/**
 * The Agent2Agent protocol, version 1.0, for agents of others: a card that says what can be had here, and boards as
 * tasks, over JSON-RPC and over HTTP with JSON. Each operation asks the HTTP API in the caller's name, so there is one
 * implementation of what may be done with a board and one place that judges rights. By hand, as MCP is: {@code
 * docs/decisions/a2a.md}.
 */
package io.patchboard.standalone.a2a;
