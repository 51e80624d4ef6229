/**
 * Everybody's way in, for the command line, the HTTP API, a gateway, the bench and tests alike: what the kernel is
 * asked for, and what its log says.
 *
 * <p>This room holds which cluster, and how far a member of a consumer group has come: a type belongs here if every
 * other room needs it, or a module that may know none of them. The rooms: {@code log} follows the log, {@code board}
 * folds one board's, {@code model} keeps all boards on disk, and {@code ask} sends requests and waits for their
 * outcome. Nothing here is written but commands and proposals; what they come to is for the kernel to say.
 */
package io.patchboard.client;
