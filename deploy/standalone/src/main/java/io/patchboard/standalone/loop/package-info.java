/**
 * Threads that read from Kafka for as long as a server runs, and what they do when Kafka does not answer. What they
 * read and write is for the rooms that have one.
 */
package io.patchboard.standalone.loop;
