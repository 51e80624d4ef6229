/**
 * Boards for clients of the Model Context Protocol: tools, resources and prompts, each of which asks the HTTP API in
 * the caller's name. So there is one implementation of what may be done with a board, one place that judges rights, and
 * a program of its own does the same as the server itself.
 */
package io.patchboard.standalone.mcp.board;
