/**
 * Reads users' topics and writes what their events are mapped to, each source in a thread of its own: what is made, and
 * how far was read, in one Kafka transaction.
 */
package io.patchboard.standalone.sources.feed;
