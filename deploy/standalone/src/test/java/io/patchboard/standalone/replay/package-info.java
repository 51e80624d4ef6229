/**
 * A log that one kernel wrote is replayed somewhere else: on a cluster with other partitions and other times of
 * records, by a process in another time zone and language, with another clock. It says the same, byte for byte; with
 * one byte changed it does not. See {@code docs/reliability.md}.
 */
package io.patchboard.standalone.replay;
