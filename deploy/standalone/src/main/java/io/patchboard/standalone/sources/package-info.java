/**
 * What makes boards and patches of events: the definitions of a {@code sources.yaml}, and the mapping of one event by
 * one of them, which knows nothing of Kafka's clients. {@code feed} reads the events and writes what comes of them.
 */
package io.patchboard.standalone.sources;
