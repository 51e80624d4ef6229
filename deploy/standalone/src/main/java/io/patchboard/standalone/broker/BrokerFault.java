package io.patchboard.standalone.broker;

/**
 * Kafka asked to end the process because of something that it cannot repair, for example a full disk. The broker no
 * longer serves; the data written so far is intact. The owner of the process should close everything and end it.
 *
 * @param status exit status that Kafka asked for
 * @param message what happened, for the person at the terminal
 */
public record BrokerFault(int status, String message) {}
